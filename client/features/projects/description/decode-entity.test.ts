import { expect, it } from 'vitest';
import { decodeHTMLStrict } from './decode-entity.ts';

it.each([
  ['&auml;', 'ä'],
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&nbsp;', '\u00a0'],
  ['&semi;', ';'],
  ['&NotEqualTilde;', '≂̸'],
  ['&copyfoo;', '&copyfoo;'],
  ['&Auml;', 'Ä'],
  ['&nothing;', '&nothing;'],
])('%s is %s', (entity, text) => {
  expect(decodeHTMLStrict(entity)).toBe(text);
  expect(decodeHTMLStrict(entity)).toBe(text);
});
