import { expect, it } from 'vitest';
import { newRecoveryCodes, readTypedCode, recoveryCodeHash } from './recovery-codes.ts';

it('makes ten different codes that can be read back however they are typed', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    for (const typed of [code, ` ${code.toUpperCase()} `, code.replaceAll('-', ' '), code.replaceAll('-', '–')]) {
      const read = readTypedCode(typed);
      expect(read?.kind).toBe('recovery');
      expect(recoveryCodeHash('ada', read?.code ?? '')).toBe(recoveryCodeHash('ada', code));
    }
  }
});

it('takes digits that were read for letters', () => {
  expect(readTypedCode('O0L1-B8aa-aaaa-aaaa')).toEqual({ kind: 'recovery', code: 'oollbbaaaaaaaaaa' });
});

it.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['１２３４５６', '123456'],
])('reads %s as six digits of an app', (typed, code) => expect(readTypedCode(typed)).toEqual({ kind: 'totp', code }));

it.each(['', '12345', '1234567', 'abcd-efgh', 'ábcd-efgh-ijkl-mnop', '9bcd-efgh-ijkl-mnop'])(
  'takes %j for no code',
  (typed) => expect(readTypedCode(typed)).toBeUndefined(),
);

it('hashes the same code of two accounts differently', () => {
  expect(recoveryCodeHash('ada', 'abcd')).not.toBe(recoveryCodeHash('eve', 'abcd'));
});
