// @module-tag once
import { expect, it } from 'vitest';
import { chatStorm } from '#tests/support/chat-storm.ts';
import { redisIsExpected } from '#tests/support/redis-answers.ts';
import { postgresAnswers } from '#tests/support/test-database.ts';

const redisAnswers = (await redisIsExpected()) && (process.env.CI !== undefined || (await postgresAnswers()));

it('stores and delivers every message of a pair or a room, and every change of one, once and in order, whatever breaks meanwhile', async () => {
  const result = await chatStorm({ engine: 'sqlite', people: 6, messages: 180, messagesPerCut: 10, seed: 7 });
  expect(result).toMatchObject({ sent: 180, stored: 180, wrongThreads: [], wrongChanges: [] });
  for (const [what, count] of Object.entries(result.changes)) expect(count, what).toBeGreaterThan(3);
  expect(result.replies).toBeGreaterThan(20);
  expect(result.pictures).toBe(12);
  expect(result.inRoom).toBeGreaterThan(10);
  // More connections than devices prove that connections were cut, beside those that the restarts have ended.
  expect(result.connections).toBeGreaterThan(3 * 12);
});

it.skipIf(!redisAnswers)('does so over two upstreams, one of which is killed', async () => {
  const storm = { people: 6, messages: 180, messagesPerCut: 10, seed: 11 } as const;
  const result = await chatStorm({ engine: 'postgres', instances: 2, ...storm });
  expect(result).toMatchObject({ sent: 180, stored: 180, wrongThreads: [], wrongChanges: [], pictures: 12 });
});
