import { expect, it } from 'vitest';
import { cheapestBody } from './cheapest-body.ts';

it('keeps every byte of a small body', () => {
  const body = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const sent = cheapestBody(body);
  expect(sent).toBeTypeOf('string');
  expect(Buffer.from(sent as string, 'latin1')).toEqual(body);
});

it('does not copy a large one', () => {
  const body = Buffer.alloc(5000, 0xe9);
  expect(cheapestBody(body)).toBe(body);
});
