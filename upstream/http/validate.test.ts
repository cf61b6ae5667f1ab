import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseBody, sentenceOf } from './validate.ts';

const sentences = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: sentenceOf }).error?.issues.map(({ message }) => message);

it.each([
  [z.string(), undefined, 'This is missing or of the wrong type.'],
  [z.enum(['spam', 'abuse']), 'x', 'This must be one of spam, abuse.'],
  [z.literal('Europe/Lisbon'), 'x', 'This must be Europe/Lisbon.'],
  [z.string().max(3), 'four', 'This is too long: at most 3 characters.'],
  [z.string().min(1), '', 'This is too short: at least 1 character.'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'This is too large: at most 2 entries.'],
  [z.array(z.string()).min(1), [], 'This is too small: at least 1 entry.'],
  [z.number().max(5), 6, 'This is too large: at most 5.'],
  [z.string().regex(/^a$/), 'b', 'This is not written as expected.'],
  [z.union([z.literal(''), z.url()]), 'b', 'This is not written as expected.'],
])('%# a field that breaks its rule is answered with a sentence', (schema, value, sentence) => {
  expect(sentences(schema, value)).toEqual([sentence]);
});

it('keeps the sentence of a schema that has one', () => {
  expect(sentences(z.string().max(3, 'A code has 3 letters.'), 'four')).toEqual(['A code has 3 letters.']);
});

describe('a body', () => {
  const schema = z.strictObject({ name: z.string().max(10) });

  it('with unknown keys is refused without a look at its fields', () => {
    const body = {
      get name(): string {
        throw new Error('read');
      },
      unknown: 1,
    };
    expect(() => parseBody(schema, body)).toThrow('Not known here: "unknown"');
  });

  it('with more parts than any call takes, at any depth, is refused without a look at them', () => {
    const unread = z.array(
      z.custom(() => {
        throw new Error('read');
      }),
    );
    for (const list of [Array(1001).fill(1), [Array(1001).fill({})], [{ a: Array(1001).fill('') }]])
      expect(() => parseBody(z.strictObject({ list: unread }), { list })).toThrow('parts');
  });
});
