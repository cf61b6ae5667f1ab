import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createUpstream, type Upstream } from '#upstream/app.ts';
import type { ChatOptions } from '#upstream/chat/attach.ts';
import { openSharing } from '#upstream/chat/sharing.ts';
import { loadConfig } from '#upstream/config.ts';
import { type Connection, connect, type Engine } from '#upstream/db/connect.ts';
import { migrate } from '#upstream/db/migrate.ts';
import { openCounters } from '#upstream/limits/open-counters.ts';
import { createLog } from '#upstream/log.ts';
import type { Quotas } from '#upstream/quotas.ts';
import { createTroubleLog } from '#upstream/trouble-log.ts';
import { createLeakGuard, type LeakGuard } from './leak-guard.ts';
import { TestClient } from './test-client.ts';
import { createTestDatabase } from './test-database.ts';

export interface StartedUpstream {
  url: string;
  engine: Engine;
  databaseUrl: string;
  connection: Connection;
  db: Connection['db'];
  upstream: Upstream;
  events: Upstream['events'];
  leakGuard: LeakGuard;
  /** The log, line by line. */
  logLines: string[];
  /** A client with an empty cookie jar. */
  client(): TestClient;
  /** Signs a new person up and returns the client, logged in. */
  signUp(person?: Partial<NewPerson>): Promise<SignedUp>;
  close(): Promise<void>;
}

interface NewPerson {
  firstName: string;
  lastName: string;
  emailId: string;
  password: string;
}

export interface SignedUp extends NewPerson {
  id: string;
  client: TestClient;
}

export interface StartOptions {
  engine?: Engine;
  /** Further environment variables. */
  env?: Record<string, string>;
  now?: () => number;
  chat?: ChatOptions;
  quotas?: Quotas;
  /** An existing database, which is not dropped at the end. */
  databaseUrl?: string;
}

export const testPassword = 'Test#Passw0rd';

/** Starts the real upstream in this process, on a free port and a new database. */
export async function startUpstream(options: StartOptions = {}): Promise<StartedUpstream> {
  const engine = options.engine ?? 'sqlite';
  const database = options.databaseUrl
    ? { url: options.databaseUrl, drop: async () => {} }
    : await createTestDatabase(engine);
  const config = loadConfig({
    DATABASE_URL: database.url,
    LOG_LEVEL: 'debug',
    DEMO: 'off',
    RATE_LIMIT_FACTOR: '1000',
    ...options.env,
  });
  const logLines: string[] = [];
  const log = createLog(config.logLevel, { write: (line: string) => logLines.push(line) });
  const connection = await connect(config.databaseUrl);
  await migrate(connection);
  const { counters, close: closeCounters } = await openCounters(config, createTroubleLog(log));
  const upstream = createUpstream({
    counters,
    config,
    connection,
    log,
    ...(options.now && { now: options.now }),
    ...(options.quotas && { quotas: options.quotas }),
    chat: { sharing: await openSharing(config, log), ...options.chat },
  });
  upstream.server.listen(0, '127.0.0.1');
  await once(upstream.server, 'listening');
  const url = `http://127.0.0.1:${(upstream.server.address() as AddressInfo).port}`;
  const leakGuard = createLeakGuard();
  const client = () => new TestClient(url, leakGuard);

  let people = 0;
  const signUp = async (person: Partial<NewPerson> = {}): Promise<SignedUp> => {
    people += 1;
    const body: NewPerson = {
      firstName: `Person${people}`,
      lastName: 'Tester',
      emailId: `person${people}@mail.test`,
      password: testPassword,
      ...person,
    };
    const own = client();
    const reply = await own.post('/signup', body);
    if (reply.status !== 200) throw new Error(`signing up answered ${reply.status}: ${reply.text}`);
    return { ...body, id: reply.body.data.savedUser._id, client: own };
  };

  return {
    url,
    engine: connection.engine,
    databaseUrl: database.url,
    connection,
    db: connection.db,
    upstream,
    events: upstream.events,
    leakGuard,
    logLines,
    client,
    signUp,
    async close() {
      await upstream.close(500);
      closeCounters();
      await connection.close();
      await database.drop();
      leakGuard.checkLog(logLines);
    },
  };
}
