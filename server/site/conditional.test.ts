import { describe, expect, it } from 'vitest';
import { allowsRange, isUnchangedSince, matchesAnyTag, parseRange } from './conditional.ts';

describe('matchesAnyTag', () => {
  it.each([['"a"'], ['W/"a"'], ['"b", "a"'], ['"b",W/"a"'], ['*']])('finds the tag in %s', (header) => {
    expect(matchesAnyTag(header, '"a"')).toBe(true);
  });
  it.each([['"b"'], ['a'], [''], ['"a-br"'], ['"*"']])('finds nothing in %s', (header) => {
    expect(matchesAnyTag(header, '"a"')).toBe(false);
  });
});

describe('isUnchangedSince', () => {
  const changed = Date.parse('2026-01-02T03:04:05.678Z');
  it('compares whole seconds', () => {
    expect(isUnchangedSince('Fri, 02 Jan 2026 03:04:05 GMT', changed)).toBe(true);
    expect(isUnchangedSince('Fri, 02 Jan 2026 03:04:04 GMT', changed)).toBe(false);
  });
  it('ignores what is no date', () => expect(isUnchangedSince('yesterday', changed)).toBe(false));
});

describe('allowsRange', () => {
  it('wants the very same file', () => {
    expect(allowsRange(undefined, '"a"', 'D')).toBe(true);
    expect(allowsRange('"a"', '"a"', 'D')).toBe(true);
    expect(allowsRange('D', '"a"', 'D')).toBe(true);
    expect(allowsRange('W/"a"', '"a"', 'D')).toBe(false);
    expect(allowsRange('"b"', '"a"', 'D')).toBe(false);
  });
});

describe('parseRange', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=2-', { start: 2, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=5-999', { start: 5, end: 9 }],
    ['BYTES=1-2', { start: 1, end: 2 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-4', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,3-4', undefined],
    ['items=0-1', undefined],
    ['bytes=a-b', undefined],
    [undefined, undefined],
  ])('reads %s of ten bytes', (header, expected) => {
    expect(parseRange(header, 10)).toEqual(expected);
  });
});
