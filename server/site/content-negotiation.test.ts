import { describe, expect, it } from 'vitest';
import { chooseEncoding, type Encoding } from './content-negotiation.ts';

const asked = (header: string | undefined) => ({
  headers: header === undefined ? {} : { 'accept-encoding': header },
});
const all: Encoding[] = ['br', 'gzip', 'identity'];

describe('chooseEncoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['BR', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'identity'],
    ['br;q=0', 'identity'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['gzip;q=0.5, identity', 'identity'],
    ['*', 'br'],
    ['*;q=0.1, gzip', 'gzip'],
    ['br ; q=0.8 , gzip;q=0.9', 'gzip'],
    ['zstd', 'identity'],
    ['bro, notgzip', 'identity'],
    ['identity;q=0', undefined],
    ['*;q=0', undefined],
    ['*;q=0, gzip', 'gzip'],
    ['identity;q=0, gzip;q=0.001', 'gzip'],
    ['br;q=banana, gzip;q=0.1', 'gzip'],
  ])('answers %o with %s', (header, expected) => {
    expect(chooseEncoding(asked(header), all)).toBe(expected);
  });

  it('never picks an encoding that does not exist', () => {
    expect(chooseEncoding(asked('br, gzip'), ['identity'])).toBe('identity');
    expect(chooseEncoding(asked('br, gzip'), all)).toBe('br');
    expect(chooseEncoding(asked('br, gzip'), ['identity', 'gzip'])).toBe('gzip');
    expect(chooseEncoding(asked('br, identity;q=0'), ['identity'])).toBeUndefined();
  });
});
