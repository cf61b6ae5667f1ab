import { afterEach, expect, it, vi } from 'vitest';
import { startUpstream } from '#tests/support/start-upstream.ts';
import type { Deps } from '#upstream/deps.ts';
import { keepHouse } from '#upstream/housekeeping.ts';

afterEach(() => vi.useRealTimers());

it('removes sessions that have run out, and no others', async () => {
  const day = 24 * 60 * 60 * 1000;
  let now = Date.now();
  const upstream = await startUpstream({ now: () => now });
  const [gone, kept] = [await upstream.signUp(), await upstream.signUp()];
  now += 29 * day;
  await kept.client.get('/profile/view');
  now += 2 * day;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { stop } = keepHouse({ db: upstream.db, now: () => now } as Deps, 1000);
  vi.advanceTimersByTime(1000);
  await stop();
  const left = await upstream.db.selectFrom('sessions').select('user_id').where('successor_id', 'is', null).execute();
  expect(left.map((row) => row.user_id)).toEqual([kept.id]);
  expect(gone.id).not.toBe(kept.id);
  vi.useRealTimers();
  await upstream.close();
});
