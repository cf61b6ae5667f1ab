import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { io, type Socket } from 'socket.io-client';
import { connect } from '#upstream/db/connect.ts';
import { TestClient, type TestReply } from './test-client.ts';

/** The counts of one run of the load. */
export interface LoadReport {
  /** Calls that may be repeated, and were answered 5xx or not at all, and again when tried once more. */
  failedAfterRetry: number;
  /** Writes that the service acknowledged, of each kind. */
  acknowledged: { signups: number; requests: number; messages: number; edits: number };
  /** How long each socket that broke was away, in milliseconds. */
  awayMs: number[];
  /** The codes of errors that were answered, counted. */
  codes: Record<string, number>;
}

/** The pause of every writer between two writes. */
const everyMs = 150;

/** How long a retry waits; a client's usual second. */
const retryAfterMs = 1000;

/** After so long without an answer a call has failed. */
const callTimeoutMs = 8000;

/**
 * People who sign up, ask, edit and chat, slowly, and note what the service acknowledged, so that it can be compared
 * with what it stored.
 */
export class AcknowledgedLoad {
  readonly #url: string;
  readonly #sockets: Socket[] = [];
  readonly #running: Promise<void>[] = [];
  readonly #emails = new Set<string>();
  readonly #requests = new Set<string>();
  readonly #messages = new Set<string>();
  readonly #edits = new Map<string, { acknowledged: number; last: number }>();
  #stopping = false;
  #retries = 0;
  readonly report: LoadReport = {
    failedAfterRetry: 0,
    acknowledged: { signups: 0, requests: 0, messages: 0, edits: 0 },
    awayMs: [],
    codes: {},
  };

  private constructor(url: string) {
    this.#url = url;
  }

  /** Signs people up in pairs, connects them, and starts writing. The service must be healthy. */
  static async start(url: string, pairs: number): Promise<AcknowledgedLoad> {
    const load = new AcknowledgedLoad(url);
    for (let pair = 0; pair < pairs; pair += 1) await load.#startPair();
    // Slow answers before the fault say how busy the machine is, and nothing of the fault.
    load.report.codes = {};
    return load;
  }

  /** Calls that failed and wait for their second try: another fault now would fail them twice. */
  get retries(): number {
    return this.#retries;
  }

  get connectedSockets(): number {
    return this.#sockets.filter((socket) => socket.connected).length;
  }

  /** Lets every write under way end; sockets are closed. */
  async stop(): Promise<LoadReport> {
    this.#stopping = true;
    await Promise.all(this.#running);
    for (const socket of this.#sockets) socket.disconnect();
    return this.report;
  }

  async #startPair(): Promise<void> {
    const [one, other] = [await this.#firstPerson(), await this.#firstPerson()];
    await one.client.post(`/api/request/interested/${other.id}`);
    await other.client.post(`/api/request/interested/${one.id}`);
    const sockets = [this.#connect(one.client), this.#connect(other.client)] as const;
    this.#running.push(
      this.#repeat((round) => this.#signUpAndAsk(one.id, round)),
      this.#repeat((round) => this.#edit(one, round)),
      this.#repeat(() => this.#read(other.client)),
      this.#repeat(() => this.#say(sockets[0], other.id)),
      this.#repeat(() => this.#say(sockets[1], one.id)),
    );
  }

  async #repeat(work: (round: number) => Promise<void>): Promise<void> {
    for (let round = 1; !this.#stopping; round += 1) {
      await work(round);
      await pause(everyMs * (0.5 + Math.random()));
    }
  }

  /** Tries again, because a busy machine may answer the first sign-up too late. */
  async #firstPerson() {
    for (let tries = 0; tries < 10; tries += 1) {
      const person = await this.#newPerson();
      if (person !== undefined) return person;
    }
    throw new Error(`the service was not healthy when the load began: ${JSON.stringify(this.report.codes)}`);
  }

  async #newPerson(): Promise<{ client: TestClient; id: string; email: string } | undefined> {
    const client = new TestClient(this.#url);
    const email = `${randomUUID()}@mail.test`;
    const body = { firstName: 'Load', lastName: 'Tester', emailId: email, password: 'Test#Passw0rd' };
    const reply = await this.#attempt(() => client.post('/api/signup', body));
    if (reply?.status !== 200) return undefined;
    this.#emails.add(email);
    this.report.acknowledged.signups += 1;
    return { client, email, id: reply.body.data.savedUser._id };
  }

  /** Not repeatable: whatever is not answered with success does not count. */
  async #signUpAndAsk(targetId: string, round: number): Promise<void> {
    // Hashing a password costs as much as fifty other calls.
    if (round % 4 !== 0) return;
    const person = await this.#newPerson();
    if (person === undefined) return;
    const reply = await this.#attempt(() => person.client.post(`/api/request/interested/${targetId}`));
    if (reply?.status !== 200) return;
    this.#requests.add(`${person.id}>${targetId}`);
    this.report.acknowledged.requests += 1;
  }

  async #edit({ client, email }: { client: TestClient; email: string }, round: number): Promise<void> {
    const edit = this.#edits.get(email) ?? { acknowledged: 0, last: 0 };
    edit.last = round;
    this.#edits.set(email, edit);
    const reply = await this.#tryTwice(() => client.patch('/api/profile/edit', { about: `edit ${round}` }));
    if (reply?.status !== 200) return;
    edit.acknowledged = round;
    this.report.acknowledged.edits += 1;
  }

  async #read(client: TestClient): Promise<void> {
    await this.#tryTwice(() => client.get('/api/profile/view'));
  }

  /** Sends one message, again under the same clientId until it is acknowledged, as the client does. */
  async #say(socket: Socket, targetUserId: string): Promise<void> {
    const clientId = randomUUID();
    while (!this.#stopping) {
      if (!socket.connected) {
        await pause(50);
        continue;
      }
      try {
        const answer = await socket
          .timeout(3000)
          .emitWithAck('sendMessage', { targetUserId, text: clientId, clientId });
        if (answer.ok) {
          this.#messages.add(clientId);
          this.report.acknowledged.messages += 1;
          // A person may send five a second in the long run.
          await pause(everyMs);
          return;
        }
        this.#count(answer.error.code);
      } catch {
        // Not acknowledged in time, or the socket broke.
      }
      await pause(200);
    }
  }

  #connect(client: TestClient): Socket {
    // The options of the real client.
    const socket = io(this.#url, {
      path: '/api/socket.io',
      transports: ['websocket'],
      forceNew: true,
      timeout: 8000,
      reconnectionDelay: 500,
      reconnectionDelayMax: 3000,
      extraHeaders: { cookie: client.cookieHeader, origin: this.#url },
    });
    let leftAt: number | undefined;
    socket.on('disconnect', () => {
      if (!this.#stopping) leftAt = performance.now();
    });
    socket.on('connect', () => {
      if (leftAt === undefined) return;
      this.report.awayMs.push(performance.now() - leftAt);
      leftAt = undefined;
    });
    this.#sockets.push(socket);
    return socket;
  }

  async #tryTwice(call: () => Promise<TestReply>): Promise<TestReply | undefined> {
    const first = await this.#attempt(call);
    if (first !== undefined && first.status < 500) return first;
    this.#retries += 1;
    await pause(retryAfterMs);
    const second = await this.#attempt(call);
    this.#retries -= 1;
    if (second === undefined || second.status >= 500) this.report.failedAfterRetry += 1;
    return second;
  }

  async #attempt(call: () => Promise<TestReply>): Promise<TestReply | undefined> {
    const late = pause(callTimeoutMs, `no answer within ${callTimeoutMs / 1000} s`, { ref: false });
    const reply = await Promise.race([call().catch(() => 'no answer'), late]);
    if (typeof reply === 'string') {
      this.#count(reply);
      return undefined;
    }
    if (reply.status >= 400) this.#count(reply.body?.code ?? `status ${reply.status}`);
    return reply;
  }

  #count(code: string): void {
    this.report.codes[code] = (this.report.codes[code] ?? 0) + 1;
  }

  /** Compares what was acknowledged with what the database holds: writes that are not there, and those that are there twice. */
  async compare(databaseUrl: string): Promise<{ lost: string[]; doubled: string[]; acknowledged: number }> {
    const connection = await connect(databaseUrl);
    const lost: string[] = [];
    const doubled: string[] = [];
    const check = (what: string, acknowledged: Iterable<string>, rows: readonly { key: string | null }[]) => {
      const stored = Map.groupBy(rows, ({ key }) => key);
      for (const key of acknowledged) if (!stored.has(key)) lost.push(`${what} ${key}`);
      for (const [key, { length }] of stored) if (key !== null && length > 1) doubled.push(`${what} ${key}`);
    };
    try {
      const { db } = connection;
      const users = await db.selectFrom('users').select(['email_key as key', 'about']).execute();
      check('signup', this.#emails, users);
      const pair = sql<string>`by_id || '>' || about_id`.as('key');
      const asked = db.selectFrom('decisions').where('kind', '=', 'asked').select(pair);
      check('request', this.#requests, await asked.execute());
      check('message', this.#messages, await db.selectFrom('messages').select('text as key').execute());
      // The edit after the last acknowledged one may be there as well.
      for (const [email, edit] of this.#edits) {
        const about = Number(users.find(({ key }) => key === email)?.about.replace('edit ', '') || 0);
        if (about < edit.acknowledged || about > edit.last) lost.push(`edit ${edit.acknowledged} of ${email}`);
      }
    } finally {
      await connection.close();
    }
    const acknowledged = this.#emails.size + this.#requests.size + this.#messages.size;
    return { lost, doubled, acknowledged };
  }
}
