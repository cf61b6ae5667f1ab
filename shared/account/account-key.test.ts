import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountKey } from './account-key.ts';

describe('the account key of an email address', () => {
  it.each([
    ['Ada@Mail.Test', 'in another case'],
    ['  ada@mail.test\u00a0\n', 'with white space around it'],
    ['ａｄａ＠ｍａｉｌ．ｔｅｓｔ', 'in full-width letters'],
    ['𝓪𝓭𝓪@𝐦𝐚𝐢𝐥.test', 'in mathematical letters'],
    ['\ufeffada@mail.test', 'behind a byte order mark'],
    ['a\u200bd\u00ada\u202e@mail.test\0', 'with invisible characters in it'],
  ])('is the same for %j (%s)', (spelling) => {
    expect(accountKey(spelling)).toBe('ada@mail.test');
  });

  it('differs where the address differs', () => {
    const different = ['ada@mail.test', 'ad@mail.test', 'a.da@mail.test', 'ada+b@mail.test', 'ada@mail.tes'];
    expect(new Set(different.map(accountKey)).size).toBe(different.length);
  });

  it('is its own key, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(accountKey(accountKey(text))).toBe(accountKey(text));
      }),
    );
  });

  it('of an address that signing up accepts is that address in lower case, as databases made before have it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9._+'-]{1,20}@[A-Za-z0-9.-]{1,20}\.[A-Za-z]{2,5}$/), (address) => {
        expect(accountKey(address)).toBe(address.toLowerCase());
      }),
    );
  });
});
