import { expect, it } from 'vitest';
import { commonPasswordHash, createCommonPasswords } from './common-passwords.ts';

it('the list of common passwords is read again after a failed read', async () => {
  let reads = 0;
  const isCommon = createCommonPasswords(async () => {
    reads += 1;
    if (reads === 1) throw new Error('EMFILE');
    return commonPasswordHash('letmein');
  });
  await expect(isCommon('letmein')).rejects.toThrow('EMFILE');
  expect(await isCommon('letmein')).toBe(true);
  expect(await isCommon('other')).toBe(false);
  expect(reads).toBe(2);
});
