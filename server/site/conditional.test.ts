import { describe, expect, it } from 'vitest';
import { isUnchanged, wantedRange } from './conditional.ts';

const validators = { etag: '"a"', lastModified: 'Fri, 02 Jan 2026 03:04:05 GMT' };

describe('isUnchanged', () => {
  it.each([['"a"'], ['W/"a"'], ['"b", "a"'], ['"b",W/"a"'], ['*']])('finds the tag in %s', (tags) => {
    expect(isUnchanged({ 'if-none-match': tags }, validators)).toBe(true);
  });
  it.each([['"b"'], ['a'], [''], ['"a-br"'], ['"*"']])('finds nothing in %s', (tags) => {
    expect(isUnchanged({ 'if-none-match': tags }, validators)).toBe(false);
  });
  it.each([
    ['Fri, 02 Jan 2026 03:04:05 GMT', true],
    ['Fri, 02 Jan 2026 03:04:04 GMT', false],
    ['yesterday', false],
  ])('says of If-Modified-Since: %s that it is %s', (since, expected) => {
    expect(isUnchanged({ 'if-modified-since': since }, validators)).toBe(expected);
  });
});

describe('wantedRange', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=2-', { start: 2, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=5-999', { start: 5, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=-', undefined],
    ['bytes=0-1,3-4', undefined],
    ['items=0-1', undefined],
    ['bytes=a-b', undefined],
    [undefined, undefined],
  ])('reads %s of ten bytes', (range, expected) => {
    expect(wantedRange(range === undefined ? {} : { range }, 10, validators)).toEqual(expected);
  });

  it.each([
    ['"a"', true],
    [validators.lastModified, true],
    ['W/"a"', false],
    ['"b"', false],
  ])('with If-Range: %s is given: %s', (ifRange, isGiven) => {
    const range = wantedRange({ range: 'bytes=0-0', 'if-range': ifRange }, 10, validators);
    expect(range !== undefined).toBe(isGiven);
  });
});
