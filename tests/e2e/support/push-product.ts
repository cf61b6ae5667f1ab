import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig as loadGatewayConfig } from '#server/config.ts';
import { start } from '#server/start.ts';
import { type PushService, startPushService } from '#tests/support/push-service.ts';
import { createUpstream } from '#upstream/app.ts';
import { loadConfig } from '#upstream/config.ts';
import { connect } from '#upstream/db/connect.ts';
import { migrate } from '#upstream/db/migrate.ts';
import { createLog } from '#upstream/watch/log.ts';

export interface PushProduct {
  url: string;
  service: PushService;
  /** How many pages are open: push messages wait while their person has one. */
  sockets(): number;
  /** Lets so much time pass for the upstream. */
  pass(ms: number): void;
  close(): Promise<void>;
}

/** A product whose upstream runs in this process, because only code can make it trust a push service on loopback. */
export async function startPushProduct(): Promise<PushProduct> {
  const service = await startPushService();
  const folder = await mkdtemp(join(tmpdir(), 'dotcode-push-'));
  const common = { DATABASE_URL: `sqlite:${join(folder, 'push.db')}`, RATE_LIMIT_FACTOR: '100', LOG_LEVEL: 'error' };
  const config = loadConfig({ ...common, DEMO: 'off', MAIL_URL: 'none' });
  const connection = await connect(config.databaseUrl);
  await migrate(connection);
  let passed = 0;
  const upstream = createUpstream({
    now: () => Date.now() + passed,
    config,
    connection,
    log: createLog(config.logLevel, process.stdout),
    chat: { offlineAfterMs: 0 },
    push: { ...service.options, times: { pollMs: 20, leaseMs: 60_000 } },
  });
  upstream.server.listen(0, '127.0.0.1');
  await once(upstream.server, 'listening');
  const { port } = upstream.server.address() as AddressInfo;
  const env = { ...process.env, ...common, PORT: '0', UPSTREAM_URL: `http://127.0.0.1:${port}` };
  const product = await start(loadGatewayConfig(env), env);
  return {
    url: product.url,
    service,
    sockets: upstream.sockets,
    pass: (ms) => {
      passed += ms;
    },
    async close() {
      await product.stop();
      await upstream.close(500);
      await connection.close();
      await service.close();
      await rm(folder, { recursive: true });
    },
  };
}
