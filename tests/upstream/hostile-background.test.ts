import type { RedisClientType } from 'redis';
import { describe, expect, it, vi } from 'vitest';
import { openStoreDatabase } from '#tests/support/store-database.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { defineChatEvent, listen } from '#upstream/chat/chat-event.ts';
import type { Db } from '#upstream/db/connection.ts';
import { priorities } from '#upstream/jobs/job-store.ts';
import { startJobWorker } from '#upstream/jobs/job-worker.ts';
import { startTurns } from '#upstream/jobs/turns.ts';
import { createPasswordWork } from '#upstream/limits/password-work.ts';
import { createSmtpDelivery } from '#upstream/mail/delivery.ts';
import { createRedisPresence } from '#upstream/redis/redis-presence.ts';
import { createLog } from '#upstream/watch/log.ts';

// An exception or a rejection that nobody catches fails the file by itself: Vitest reports it.

const overflow = (): never => overflow();
const faults: readonly (readonly [string, () => Promise<never>])[] = [
  ['throws', () => thrown(new Error('thrown'))],
  ['throws what is no error', () => thrown(undefined)],
  ['overflows the stack', () => overflow()],
  ['rejects', () => Promise.reject(new Error('rejected'))],
  ['rejects with nothing', () => Promise.reject()],
];
function thrown(error: unknown): never {
  throw error;
}

/** Builds every statement, and fails where one is executed. */
function hostileBuilder<Builder>(fault: () => Promise<never>): Builder {
  const builder: unknown = new Proxy(
    {},
    {
      get(_, name) {
        if (name === 'then') return undefined;
        return /^exec/.test(String(name)) ? fault : () => builder;
      },
    },
  );
  return builder as Builder;
}

const clock = { now: Date.now, measure: async () => undefined };
const job = (key: string, due_at: number) => ({
  ...{ kind: 'test', key, priority: priorities.usual, label: '', created_at: 0 },
  due_at,
});
const log = createLog('silent', { write: () => undefined });

describe.each(faults)('where the work %s', (_what, fault) => {
  it('a job is tried again after a pause, and the next one goes on', async () => {
    const database = await openStoreDatabase();
    let now = 0;
    const ran: string[] = [];
    const trouble = vi.fn();
    const clock = { now: () => now, measure: async () => undefined };
    await database.db
      .insertInto('jobs')
      .values([job('1', 0), job('2', 1)])
      .execute();
    const worker = startJobWorker(
      { db: database.db, engine: database.engine, clock, trouble, times: { pollMs: 5, leaseMs: 60 } },
      {
        ...{ kinds: ['test'], priorities: [priorities.usual], lanes: 1 },
        run: ({ key }) => (ran.push(key) === 1 ? fault() : Promise.resolve('done')),
      },
    );
    now = 1;
    await expect.poll(() => ran).toEqual(['1', '2']);
    await expect
      .poll(() => database.db.selectFrom('jobs').select(['key', 'tries']).execute())
      .toEqual([{ key: '1', tries: 1 }]);
    now += 60_000;
    await expect.poll(() => ran).toEqual(['1', '2', '1']);
    await worker.stop();
    await database.close();
  });

  it('a worker whose database fails looks again', async () => {
    const trouble = vi.fn();
    const worker = startJobWorker(
      { ...{ db: hostileBuilder<Db>(fault), engine: 'sqlite', clock, trouble }, times: { pollMs: 1, leaseMs: 60 } },
      { kinds: ['test'], priorities: [priorities.usual], lanes: 1, run: () => Promise.resolve('done') },
    );
    await waitFor(() => expect(trouble.mock.calls.length).toBeGreaterThan(2));
    await worker.stop(1);
  });

  it('a turn of background work is over, and the turn of another kind begins', async () => {
    const warn = vi.fn();
    const other = vi.fn(async () => false);
    const parts = { db: hostileBuilder<Db>(fault), engine: 'sqlite', clock, trouble: () => undefined, log: { warn } };
    const turns = startTurns({ ...parts, times: { pollMs: 60_000, leaseMs: 60_000 } } as never, [
      { kind: 'first', everyMs: 1, batch: fault },
      { kind: 'second', everyMs: 1, batch: other },
    ]);
    await turns.runAll();
    expect([warn.mock.calls.length, other.mock.calls.length]).toEqual([1, 1]);
    await turns.stop(1);
  });

  it('the queue of password hashes gives its lane to the next one', async () => {
    const work = createPasswordWork({ lanes: 1 });
    const gone = new AbortController().signal;
    const failing = [work.run('ann', gone, fault), work.run('ben', gone, fault)];
    expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await work.run('cleo', gone, async () => 'hashed')).toBe('hashed');
  });

  it('shared presence is refreshed again, and counts here', async () => {
    vi.useFakeTimers();
    const trouble = vi.fn();
    const failing = { multi: () => hostileBuilder(fault), zCount: fault, zRem: fault };
    const presence = createRedisPresence(failing as unknown as RedisClientType, 'test', trouble);
    await presence.arrive('ann').catch(() => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(trouble).toHaveBeenCalledTimes(3);
    expect(await presence.onlineAmong(['ann'])).toEqual(['ann']);
    expect(await presence.leave('ann').catch(() => 'failed')).toBe('failed');
    await presence.close();
  });

  it('a chat event is over, also when its answer cannot be sent', async () => {
    const events = new Map<string, (...args: unknown[]) => Promise<void>>();
    const socket = { data: { user: { _id: 'ann' } }, on: (name: string, run: never) => events.set(name, run) };
    const underWay = new Set<Promise<unknown>>();
    const event = defineChatEvent({ name: 'typing', handle: fault });
    const context = { underWay, deps: { log, trouble: () => undefined } };
    listen(context as never, socket as never, { take: () => true }, event);
    const answers: unknown[] = [];
    const payload = { targetUserId: 'ben', typing: true };
    await events.get('typing')?.(payload, (answer: unknown) => answers.push(answer));
    await events.get('typing')?.(payload, () => thrown(new Error('no packet can be made')));
    await expect.poll(() => underWay.size).toBe(0);
    expect(answers).toMatchObject([{ ok: false, error: { code: 'internal' } }]);
  });
});

it('a relay whose password cannot be read delays the mail, and closes', async () => {
  const delivery = createSmtpDelivery(new URL('smtp://ann:%zz@127.0.0.1:1'));
  const message = { to: 'ann@mail.test', subject: 'Hello', text: '' } as never;
  expect(await delivery.send(message, { id: '1', kind: 'test', link: undefined })).toMatchObject({
    outcome: 'delayed',
  });
  delivery.close();
});
