import { loadConfig } from '#server/config.ts';
import { type Running, start } from '#server/start.ts';

/** Gateway and embedded upstream on free ports, over this database; `own` are settings of the test. */
export async function startOwnProduct(databaseUrl: string, own: Record<string, string> = {}): Promise<Running> {
  const env = {
    ...process.env,
    PORT: '0',
    UPSTREAM_PORT: '0',
    UPSTREAM_URL: '',
    DATABASE_URL: databaseUrl,
    DEMO: 'on',
    // All journeys of a worker sign their people up from one address.
    RATE_LIMIT_FACTOR: '100',
    LOG_LEVEL: 'error',
    SHUTDOWN_GRACE_MS: '1000',
    MAIL_URL: 'none',
    CONTACT: 'mailto:help@dotcode.example',
    ...own,
  };
  const product = await start(loadConfig(env), env);
  await product.ready;
  return product;
}
