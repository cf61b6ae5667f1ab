import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext } from '@playwright/test';
import { pino } from 'pino';
import { startGateway } from '#bench/proxy/peers.ts';
import { type StoredPerson, storeConnections, storePeople } from '#tests/support/chat-people.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { createUpstream } from '#upstream/app.ts';
import { loadConfig } from '#upstream/config.ts';
import { connect } from '#upstream/db/connect.ts';
import type { Connection } from '#upstream/db/connection.ts';
import { migrate } from '#upstream/db/migrate.ts';
import { transact } from '#upstream/db/transaction.ts';
import { insertProject } from '#upstream/features/projects/project-store.ts';

export interface Product {
  url: string;
  /** The visiting person. */
  me: StoredPerson;
  /** The visitor's first connection. */
  peer: StoredPerson;
  projectId: string;
  stop(): Promise<void>;
}

/** Puts people into the migrated database. */
type Fill = (connection: Connection) => Promise<Pick<Product, 'me' | 'peer' | 'projectId'>>;

const friends = 10;

export async function fillSmallNetwork(connection: Connection) {
  const people = await storePeople(connection, 60);
  const [me, peer] = people;
  if (me === undefined || peer === undefined) throw new Error('Nobody was stored.');
  await storeConnections(
    connection,
    people.slice(1, friends + 1).map(({ id }) => [me.id, id] as const),
  );
  const fields = {
    projectName: 'Bench',
    projectImage: '',
    projectImageAlt: '',
    description: '# Aim\n\n`code`',
    skills: ['Go'],
  };
  const project = await transact(connection.db, (trx) => insertProject(trx, me.id, fields, Date.now()));
  return { me, peer, projectId: project.id };
}

/** The gateway in its own process and the upstream in this one, without rate limits. */
export async function startProduct(fill: Fill = fillSmallNetwork): Promise<Product> {
  const database = await createTestDatabase('sqlite');
  const connection = await connect(database.url);
  await migrate(connection);
  const filled = await fill(connection);
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

/** A new browser context, logged in when a person is given. */
export async function newContext(
  browser: Browser,
  url: string,
  person?: StoredPerson,
  viewport = { width: 1280, height: 800 },
  hasTouch = false,
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport, hasTouch, isMobile: hasTouch });
  const value = person?.cookie.replace('token=', '');
  if (value !== undefined) await context.addCookies([{ name: 'token', value, url }]);
  return context;
}
