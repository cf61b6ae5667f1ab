import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createTroubleLog } from '#platform/log/trouble-log.ts';
import { hour } from '#shared/durations.ts';
import { createUpstream, type Upstream } from '#upstream/app.ts';
import type { ChatOptions } from '#upstream/chat/attach.ts';
import { loadConfig } from '#upstream/config.ts';
import { connect } from '#upstream/db/connect.ts';
import type { Connection, Db, Engine } from '#upstream/db/connection.ts';
import { migrate } from '#upstream/db/migrate.ts';
import type { HashCost } from '#upstream/features/auth/passwords.ts';
import type { TurnTimes } from '#upstream/jobs/turns.ts';
import type { Quotas } from '#upstream/limits/quotas.ts';
import type { MailOptions } from '#upstream/mail/mail.ts';
import type { PushOptions } from '#upstream/push/push.ts';
import { openRedis } from '#upstream/redis/open-redis.ts';
import { createLog } from '#upstream/watch/log.ts';
import { type ChatClient, chatClient, connected } from './chat-client.ts';
import { checkAgainst } from './check-reply.ts';
import { createLeakGuard } from './leak-guard.ts';
import { ownRedis, redisIsExpected } from './redis-answers.ts';
import type { StartedGateway } from './start-gateway.ts';
import { TestClient } from './test-client.ts';
import { createMigratedDatabase } from './test-database.ts';

export interface StartedUpstream {
  url: string;
  engine: Engine;
  databaseUrl: string;
  connection: Connection;
  db: Connection['db'];
  upstream: Upstream;
  events: Upstream['events'];
  /** The log, line by line. */
  logLines: string[];
  /** A client with an empty cookie jar. */
  client(): TestClient;
  /** Signs a new person up and returns the client, logged in. */
  signUp(person?: Partial<NewPerson>): Promise<SignedUp>;
  /** Signs up `count` new people. */
  signUpMany<Count extends number>(count: Count): Promise<Many<Count>>;
  /** A socket of the person's session. It is closed with the upstream, if not before. */
  connect(person: Pick<SignedUp, 'client'>): Promise<ChatClient>;
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

type Many<Count extends number, People extends SignedUp[] = []> = People['length'] extends Count
  ? People
  : Many<Count, [...People, SignedUp]>;

export interface StartOptions {
  engine?: Engine;
  /** Further environment variables. */
  env?: Record<string, string>;
  now?: () => number;
  chat?: ChatOptions;
  quotas?: Quotas;
  mail?: MailOptions;
  push?: PushOptions;
  turns?: TurnTimes;
  /** Of password hashes: by default far less than in production, for the tests that are not about it. */
  passwordCost?: HashCost;
  /** Clients go through a gateway, as from outside. */
  behindGateway?: true;
  /** An existing database, which is not dropped at the end. */
  databaseUrl?: string;
  /** The database that the upstream uses instead of its own: the same one, watched. */
  watch?: (db: Db) => Db;
}

export const testPassword = 'Test#Passw0rd';

/** The least that argon2id takes. */
const cheapest: HashCost = { memory: 8, passes: 1 };

/** The sweep sets INSTANCES=2: calls and sockets take turns between two instances. */
const takesTurns = process.env.INSTANCES === '2' && (await redisIsExpected());

/** Starts the real upstream in this process, on a free port and a new database. */
export async function startUpstream(given: StartOptions = {}): Promise<StartedUpstream> {
  const options = takesTurns ? { ...given, env: { ...ownRedis(), ...given.env } } : given;
  const engine = options.engine ?? 'sqlite';
  const database = options.databaseUrl
    ? { url: options.databaseUrl, drop: async () => {} }
    : await createMigratedDatabase(engine);
  const config = loadConfig({
    DATABASE_URL: database.url,
    LOG_LEVEL: 'debug',
    DEMO: 'off',
    RATE_LIMIT_FACTOR: '1000',
    MAIL_URL: 'none',
    // Most tests that delete an account are about what is left of it.
    LEAVING_DAYS: '0',
    ...options.env,
  });
  const logLines: string[] = [];
  const log = createLog(config.logLevel, { write: (line: string) => logLines.push(line) });
  const opened = await connect(config.databaseUrl);
  await migrate(opened);
  const connection = options.watch ? { ...opened, db: options.watch(opened.db) } : opened;
  const redis = await openRedis(config, log, createTroubleLog(log));
  const upstream = createUpstream({
    redis,
    config,
    connection,
    log,
    ...(options.now && { now: options.now }),
    ...(options.quotas && { quotas: options.quotas }),
    ...(options.mail && { mail: options.mail }),
    ...(options.push && { push: options.push }),
    // Most tests set the clock themselves, and call `resume` where background work is to run.
    turns: options.turns ?? { pollMs: hour, leaseMs: 60_000 },
    passwordCost: options.passwordCost ?? cheapest,
    ...(options.chat && { chat: options.chat }),
  });
  // The clients are in this process, too, which accepts no connection while it opens hundreds of them.
  upstream.server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 });
  await once(upstream.server, 'listening');
  const url = `http://127.0.0.1:${(upstream.server.address() as AddressInfo).port}`;
  const leakGuard = createLeakGuard();
  const gateway = options.behindGateway ? await startGatewayTo(url) : undefined;
  const checkReply = checkAgainst(upstream.routes);
  const second =
    takesTurns && given.databaseUrl === undefined
      ? await startUpstream({ ...options, databaseUrl: database.url })
      : undefined;
  await Promise.all([second && upstream.ready, second?.upstream.ready]);
  let turn = 0;
  const base = () => {
    turn += 1;
    if (second !== undefined && turn % 2 === 0) return second.url;
    return gateway === undefined ? url : `${gateway.url}/api`;
  };
  const client = () => new TestClient(base, leakGuard, checkReply);

  const sockets: ChatClient[] = [];
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
    logLines,
    client,
    signUp,
    signUpMany: async <Count extends number>(count: Count) =>
      (await Promise.all(Array.from({ length: count }, () => signUp()))) as Many<Count>,
    async connect(person) {
      const socket = chatClient(second === undefined ? url : base(), { cookie: person.client.cookieHeader });
      sockets.push(socket);
      return connected(socket);
    },
    async close() {
      for (const socket of sockets) socket.close();
      await second?.close();
      await gateway?.close();
      await upstream.close(500);
      redis?.close();
      await connection.close();
      await database.drop();
      leakGuard.checkLog(logLines);
    },
  };
}

/** Loaded here, because most tests of the upstream need no gateway. Its budgets are as far away as the upstream's. */
async function startGatewayTo(upstreamUrl: string): Promise<StartedGateway> {
  const { startGateway } = await import('./start-gateway.ts');
  return startGateway({ upstreamUrl, config: { rateLimitFactor: 1000 } });
}

/** Two instances over one database, as behind a load balancer. `close` ends both. */
export async function startTwoInstances(
  options: StartOptions = {},
): Promise<{ first: StartedUpstream; second: StartedUpstream; close: () => Promise<void> }> {
  const first = await startUpstream(options);
  const second = await startUpstream({ ...options, databaseUrl: first.databaseUrl });
  await Promise.all([first.upstream.ready, second.upstream.ready]);
  return {
    first,
    second,
    async close() {
      await second.close();
      await first.close();
    },
  };
}
