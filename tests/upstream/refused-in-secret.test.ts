// @module-tag once
import { expect, it } from 'vitest';
import { day, minute } from '#shared/durations.ts';
import { countStatements } from '#tests/support/count-statements.ts';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import type { TestClient, TestReply } from '#tests/support/test-client.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import type { Trx } from '#upstream/db/connection.ts';
import { decide, type Outcome, review, withdraw } from '#upstream/features/requests/decide.ts';
import { quotas } from '#upstream/limits/quotas.ts';

/** The other person’s part: nothing, rejects every request, or has ignored the asker before. */
const worlds = ['pending', 'rejected', 'ignored', 'rejected and ignored'] as const;
type World = (typeof worlds)[number];

interface Seen {
  call: string;
  status: number;
  headers: Record<string, string>;
  text: string;
}

await describeOnEachDatabase('a rejected or ignored asker', (engine) => {
  it('sees byte for byte what a pending one sees, on every call', async () => {
    // Each world has an upstream and a database of its own.
    const seen = new Map(await Promise.all(worlds.map(async (world) => [world, await walk(world)] as const)));
    const pending = seen.get('pending') ?? [];
    expect(pending.length).toBeGreaterThan(60);
    for (const world of worlds) {
      const other = seen.get(world) ?? [];
      for (const [index, one] of pending.entries())
        expect(other[index], `${world}: call ${index} ${one.call}`).toEqual(one);
    }
  });

  it('is answered by as many statements as a pending one', async () => {
    const upstream = await startUpstream({ engine });
    try {
      const counts = [];
      for (const world of worlds) counts.push(await statementsIn(upstream, world));
      expect(new Set(counts.map((each) => JSON.stringify(each))).size, JSON.stringify(counts)).toBe(1);
      expect(Object.values(counts[0] ?? {}).every((count) => count > 0)).toBe(true);
    } finally {
      await upstream.close();
    }
  });

  async function statementsIn(upstream: StartedUpstream, world: World): Promise<Record<string, number>> {
    const [ann, ben] = [(await upstream.signUp()).id, (await upstream.signUp()).id];
    const ask = { fromId: ann, toId: ben, status: 'interested', quotas } as const;
    const counts: Record<string, number> = {};
    let now = Date.now();
    const counted = async <Result>(what: string, work: (trx: Trx) => Promise<Result>): Promise<Result> => {
      const { db, count } = countStatements(upstream.db);
      now += 7 * day;
      const result = await db.transaction().execute(work);
      counts[what] = count();
      return result;
    };
    const idOf = (outcome: Outcome) => ('decision' in outcome ? outcome.decision.id : '');
    const run = (work: (trx: Trx) => Promise<unknown>) => upstream.db.transaction().execute(work);
    if (world.includes('ignored'))
      await run((trx) => decide(trx, { fromId: ben, toId: ann, status: 'ignored', now, quotas }));
    const asked = idOf(await counted('ask', (trx) => decide(trx, { ...ask, now })));
    if (world.startsWith('rejected'))
      await run((trx) => review(trx, engine, { requestId: asked, viewerId: ben, status: 'rejected', now }));
    await counted('ask while asked', (trx) => decide(trx, { ...ask, now }));
    await counted('withdraw', (trx) => withdraw(trx, engine, { requestId: asked, viewerId: ann }));
    const ignored = await counted('ignore', (trx) => decide(trx, { ...ask, status: 'ignored', now }));
    await counted('take back', (trx) => withdraw(trx, engine, { requestId: idOf(ignored), viewerId: ann }));
    await counted('ask again', (trx) => decide(trx, { ...ask, now }));
    return counts;
  }

  /** Everything the asker can see in that world, with ids and times replaced by names. */
  async function walk(world: World): Promise<Seen[]> {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const upstream = await startUpstream({ engine, behindGateway: true, now: () => now });
    try {
      const ann = await upstream.signUp({ firstName: 'Ann' });
      const people = [];
      for (const firstName of ['Ben', 'Cara', 'Dan', 'Eli']) {
        now += minute;
        people.push(await upstream.signUp({ firstName }));
      }
      const [ben] = people;
      if (!ben) throw new Error('unreachable');
      for (const person of [ann, ...people]) await person.client.patch('/profile/edit', { skills: ['Go'] });
      const view = new View(ann.client, () => now, [ann, ...people]);
      await view.everything(ben);
      if (world.includes('ignored')) await ben.client.post(`/request/ignored/${ann.id}`);
      now += minute;
      const reject = async () => {
        if (!world.startsWith('rejected')) return;
        const [received] = (await ben.client.get('/user/request/received')).body.data;
        if (received) await ben.client.post(`/request/review/rejected/${received._id}`);
      };
      await view.everything(ben);
      for (const round of [1, 2]) {
        const asked = await view.call('POST', `/request/interested/${ben.id}`);
        now += minute;
        await reject();
        now += minute;
        await view.everything(ben);
        await view.call('POST', `/request/interested/${ben.id}`);
        await view.call('POST', `/request/ignored/${ben.id}`);
        await view.call('DELETE', `/request/${asked.body.data._id}`);
        await view.call('DELETE', `/request/${asked.body.data._id}`);
        await view.everything(ben);
        const again = await view.call('POST', `/request/interested/${ben.id}`);
        await view.call('DELETE', `/request/${again.body.data._id}`);
        const ignored = await view.call('POST', `/request/ignored/${ben.id}`);
        await view.everything(ben);
        await view.call('POST', `/request/ignored/${ben.id}`);
        await view.call('DELETE', `/request/${ignored.body.data._id}`);
        await view.everything(ben);
        now += day * round;
      }
      return view.seen;
    } finally {
      await upstream.close();
    }
  }
});

/** One person's calls, and what they answered. */
class View {
  readonly seen: Seen[] = [];
  readonly #client: TestClient;
  readonly #now: () => number;
  readonly #names = new Map<string, string>();
  #requests = 0;

  constructor(client: TestClient, now: () => number, people: readonly SignedUp[]) {
    this.#client = client;
    this.#now = now;
    for (const person of people) this.#names.set(person.id, person.firstName);
  }

  /** Every list and page that could tell something of the other person. */
  async everything(other: SignedUp): Promise<void> {
    for (const order of ['newest', 'match'])
      for (const limit of [2, 50]) await this.#pages(`/user/feed?order=${order}&limit=${limit}`);
    await this.#pages('/user/feed?skill=Go&limit=2');
    await this.#pages('/user/feed?order=match&skill=Go&limit=2');
    const document = (await this.#client.get('/openapi.json')).body;
    for (const [path, methods] of Object.entries<Record<string, object>>(document.paths)) {
      if (!methods.get || ['/openapi.json', '/health', '/profile/sessions', '/user/feed'].includes(path)) continue;
      await this.call('GET', path.replace('{userId}', other.id).replace(/\{\w+\}/, 'a'.repeat(24)));
    }
    await this.call('DELETE', `/user/connections/${other.id}`);
    await this.call('GET', '/user/request/sent?limit=1');
    await this.call('GET', '/search/people?q=ben');
  }

  async #pages(path: string): Promise<void> {
    for (let cursor: string | null = ''; cursor !== null; ) {
      const reply: TestReply = await this.call('GET', `${path}${cursor && `&cursor=${cursor}`}`);
      cursor = reply.headers.get('x-next-cursor');
    }
  }

  async call(method: string, path: string): Promise<TestReply> {
    const reply = await this.#client.send(method, path);
    this.#learn(reply);
    const headers = Object.fromEntries(reply.headers);
    for (const name of ['date', 'x-request-id', 'set-cookie']) delete headers[name];
    const cursor = headers['x-next-cursor'];
    if (cursor !== undefined) headers['x-next-cursor'] = this.#named(Buffer.from(cursor, 'base64url').toString('utf8'));
    // Each world is a deployment of its own, with its own key for push messages.
    const plain = reply.text.replace(/"requestId":"[^"]+"/, '').replace(/"key":"[\w-]{87}"/, '');
    const text = this.#named(plain);
    this.seen.push({ call: `${method} ${this.#named(path)}`, status: reply.status, headers, text });
    return reply;
  }

  /** A new request's id tells when its row was made: it must be the time that the reply names. */
  #learn({ body }: TestReply): void {
    const id = body?.data?._id;
    if (typeof id !== 'string' || this.#names.has(id)) return;
    expect(Number.parseInt(id.slice(0, 12), 16)).toBe(this.#now());
    expect(body.data.createdAt).toBe(new Date(this.#now()).toISOString());
    this.#requests += 1;
    this.#names.set(id, `request ${this.#requests}`);
  }

  /** Ids by their names; cursors of other lists decoded first, because they hold ids. */
  #named(text: string): string {
    const plain = text.replace(/(?<=nextCursor":"|cursor=)[\w-]{20,}/g, (cursor) =>
      Buffer.from(cursor, 'base64url').toString('utf8'),
    );
    return plain.replace(/[0-9a-f]{24}/g, (id) => this.#names.get(id) ?? (/^a+$/.test(id) ? id : 'unknown id'));
  }
}
