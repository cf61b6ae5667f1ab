import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openStoreDatabase } from '#tests/support/store-database.ts';
import { defineChatEvent, listen } from '#upstream/chat/chat-event.ts';
import type { RedisConnection } from '#upstream/chat/sharing/redis-connection.ts';
import { createRedisPresence } from '#upstream/chat/sharing/redis-presence.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { Deps } from '#upstream/deps.ts';
import { startNoticeWorker } from '#upstream/features/notices/notice-worker.ts';
import { keepHouse } from '#upstream/housekeeping.ts';
import { newId } from '#upstream/ids.ts';
import { createPasswordWork } from '#upstream/limits/password-work.ts';
import { createSmtpDelivery } from '#upstream/mail/smtp-delivery.ts';
import { startQueueWorker } from '#upstream/queue/queue-worker.ts';
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

const log = createLog('silent', { write: () => undefined });

describe.each(faults)('where the work %s', (_what, fault) => {
  it.each(['mail_outbox', 'push_outbox'] as const)('the queue %s goes on with the next row', async (queue) => {
    const database = await openStoreDatabase();
    const rest = { sealed: '', kind: 'test', service: 's', subscription_id: newId(), notification_id: newId() };
    const sent: string[] = [];
    const trouble = vi.fn();
    const worker = startQueueWorker({
      ...{ db: database.db, engine: database.engine, now: Date.now, trouble, queue, lanes: 2, cutOff: () => undefined },
      times: { pollMs: 5, leaseMs: 60 },
      send: (row) => {
        if (sent.push(row.id) === 1) return fault();
        return Promise.resolve('done');
      },
    });
    const row = { id: newId(), created_at: 0, next_at: 0, tries: 0 };
    if (queue === 'mail_outbox') {
      const mail = { ...row, user_id: null, kind: rest.kind, sealed: rest.sealed };
      await database.db.insertInto('mail_outbox').values(mail).execute();
      await expect.poll(() => sent.length).toBe(2);
      await expect.poll(() => database.db.selectFrom('mail_outbox').selectAll().execute()).toEqual([]);
      expect(trouble).toHaveBeenCalled();
    }
    await worker.stop();
    await database.close();
  });

  it('a queue whose database fails looks again', async () => {
    const trouble = vi.fn();
    const worker = startQueueWorker({
      ...{ db: hostileBuilder<Db>(fault), engine: 'sqlite', now: Date.now, trouble, queue: 'push_outbox', lanes: 1 },
      ...{ times: { pollMs: 1, leaseMs: 60 }, cutOff: () => undefined, send: () => Promise.resolve('done') },
    });
    await vi.waitFor(() => expect(trouble.mock.calls.length).toBeGreaterThan(2));
    await worker.stop(1);
  });

  it('mails about notifications are looked for again', async () => {
    const trouble = vi.fn();
    const deps = { db: hostileBuilder<Db>(fault), mail: { mode: 'files' }, now: Date.now, log, trouble, isHere: fault };
    const stop = startNoticeWorker(deps as unknown as Parameters<typeof startNoticeWorker>[0], 1);
    await vi.waitFor(() => expect(trouble.mock.calls.length).toBeGreaterThan(2));
    await stop();
  });

  it('housekeeping is over, and its next turn begins', async () => {
    const warn = vi.fn();
    const deps = { db: hostileBuilder<Db>(fault), now: Date.now, log: { warn } } as unknown as Deps;
    const house = keepHouse(deps, 1);
    await house.run();
    await vi.waitFor(() => expect(warn.mock.calls.length).toBeGreaterThan(2));
    await house.stop();
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
    const client = failing as unknown as RedisConnection['client'];
    const presence = createRedisPresence({ client } as RedisConnection, 'test', trouble);
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
    const event = defineChatEvent({ name: 'typing', schema: z.unknown(), handle: fault });
    const context = { underWay, log, trouble: () => undefined };
    listen(context as never, socket as never, { take: () => true }, event);
    const answers: unknown[] = [];
    await events.get('typing')?.({}, (answer: unknown) => answers.push(answer));
    await events.get('typing')?.({}, () => thrown(new Error('no packet can be made')));
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
