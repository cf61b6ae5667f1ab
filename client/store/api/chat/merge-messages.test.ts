import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '#shared/api/chat.ts';
import { mergeMessages } from './merge-messages.ts';

const sender = { _id: 'a', firstName: 'Ana', lastName: 'Bo' };
const message = (seq: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  _id: `m${seq}`,
  seq,
  senderId: sender,
  text: `text ${seq}`,
  createdAt: new Date(seq * 1000).toISOString(),
  ...more,
});

describe('mergeMessages', () => {
  it("holds each message once, in the server's order, whatever the order of arrival", () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: 1, max: 40 }))), (batches) => {
        const history: ChatMessage[] = [];
        for (const batch of batches)
          mergeMessages(
            history,
            batch.map((seq) => message(seq)),
          );
        const expected = [...new Set(batches.flat())].sort((a, b) => a - b);
        expect(history.map(({ seq }) => seq)).toEqual(expected);
      }),
    );
  });

  it('returns whether a message was new', () => {
    const history = [message(1)];
    expect(mergeMessages(history, [message(1)])).toBe(false);
    expect(mergeMessages(history, [message(1), message(2)])).toBe(true);
  });

  it('orders by time where an upstream has no numbers, and keeps the order of equal times', () => {
    const at = (id: string, time: number): ChatMessage => {
      const { seq: _, ...rest } = message(1, { _id: id, createdAt: new Date(time).toISOString() });
      return rest;
    };
    const history: ChatMessage[] = [];
    mergeMessages(history, [at('x', 5), at('y', 5), at('z', 9)]);
    mergeMessages(history, [at('w', 1)]);
    expect(history.map(({ _id }) => _id)).toEqual(['w', 'x', 'y', 'z']);
  });

  it('keeps the sender that an update does not know', () => {
    const history = [message(1)];
    mergeMessages(history, [message(1, { senderId: null })]);
    expect(history[0]?.senderId).toEqual(sender);
  });
});
