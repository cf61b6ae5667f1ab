import { expect, it } from 'vitest';
import { chatStorm } from '#tests/support/chat-storm.ts';

it('stores and delivers every message once and in order, whatever breaks meanwhile', { timeout: 120_000 }, async () => {
  const result = await chatStorm({ engine: 'sqlite', people: 6, messages: 180, messagesPerCut: 10, seed: 7 });
  expect(result).toMatchObject({ sent: 180, stored: 180, wrongThreads: [] });
  // More connections than people with two tabs prove that connections were cut.
  expect(result.connections).toBeGreaterThan(6 + 6);
});
