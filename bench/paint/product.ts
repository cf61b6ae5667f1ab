import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext } from '@playwright/test';
import { pino } from 'pino';
import { startGateway } from '#bench/proxy/peers.ts';
import { demoAccount } from '#shared/account/demo-account.ts';
import { type StoredPerson, storeSession } from '#tests/support/chat-people.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { createUpstream } from '#upstream/app.ts';
import { loadConfig } from '#upstream/config.ts';
import { connect } from '#upstream/db/connect.ts';
import type { Connection } from '#upstream/db/connection.ts';
import { migrate } from '#upstream/db/migrate.ts';
import { fillDemo } from '#upstream/demo/fill-demo.ts';

export interface Product {
  url: string;
  /** The visiting person. */
  me: StoredPerson;
  /** The visitor's first connection. */
  peer: StoredPerson;
  projectId: string;
  stop(): Promise<void>;
}

/** The sample network with its pictures, as `npm start` makes it. */
async function fillSampleNetwork(connection: Connection) {
  await fillDemo(connection);
  const { db } = connection;
  const idOf = async (email: string) =>
    (await db.selectFrom('users').select('id').where('email_key', '=', email).executeTakeFirstOrThrow()).id;
  const me: StoredPerson = await storeSession(connection, await idOf(demoAccount.emailId));
  const peer = await storeSession(connection, await idOf('sofia@example.com'));
  const project = await db
    .selectFrom('projects')
    .select('id')
    .where('creator_id', '=', me.id)
    .executeTakeFirstOrThrow();
  return { me, peer, projectId: project.id };
}

/** The gateway in its own process and the upstream in this one, without rate limits. */
export async function startProduct(): Promise<Product> {
  const database = await createTestDatabase('sqlite');
  const connection = await connect(database.url);
  await migrate(connection);
  const filled = await fillSampleNetwork(connection);
  const unlimited = { burst: 1e9, perSecond: 1e9 };
  const upstream = createUpstream({
    config: loadConfig({ DATABASE_URL: database.url }),
    connection,
    log: pino({ level: 'silent' }),
    chat: { messageRate: unlimited, eventRate: unlimited },
  });
  upstream.server.listen(0, '127.0.0.1');
  await once(upstream.server, 'listening');
  const { port } = upstream.server.address() as AddressInfo;
  const gateway = await startGateway(port, { RATE_LIMIT_FACTOR: '1000' }, 'any');
  return {
    url: `http://127.0.0.1:${gateway.port}`,
    ...filled,
    async stop() {
      await gateway.stop();
      await upstream.close();
      await connection.close();
      await database.drop();
    },
  };
}

const phone = { width: 390, height: 844 };

/** A new browser context, logged in when a person is given. */
export async function newContext(
  browser: Browser,
  url: string,
  person: StoredPerson | undefined,
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: phone });
  const value = person?.cookie.replace('token=', '');
  if (value !== undefined) await context.addCookies([{ name: 'token', value, url }]);
  return context;
}
