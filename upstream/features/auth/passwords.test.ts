import { describe, expect, it } from 'vitest';
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts';

describe('passwords', () => {
  it('are told apart by all of their characters, 200 of them if need be', async () => {
    const long = 'Aa1#'.repeat(50);
    const hash = await hashPassword(long);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(long, hash)).toBe(true);
    expect(await verifyPassword(`${long.slice(0, -1)}x`, hash)).toBe(false);
  });

  it('have a hash of their own, even when they are equal', async () => {
    expect(await hashPassword('Same#Pass1')).not.toBe(await hashPassword('Same#Pass1'));
  });

  it('are the same however the keyboard composes a letter', async () => {
    expect(await verifyPassword('Cafe\u0301#Pass1', await hashPassword('Café#Pass1'))).toBe(true);
  });

  it('are hashed anew where the hash has an earlier, lower cost', async () => {
    const [earlier, raised] = [
      { memory: 8, passes: 1 },
      { memory: 64, passes: 3 },
    ];
    const hash = await hashPassword('Any#Pass1', earlier);
    expect([needsRehash(hash, raised), needsRehash(hash, earlier)]).toEqual([true, false]);
    expect(await verifyPassword('Any#Pass1', hash, raised)).toBe(true);
  });

  it('match nothing when there is no account or the hash is malformed', async () => {
    for (const hash of [null, undefined, '', 'x', '$argon2id$v=19$m=1,t=1,p=1$$'])
      expect(await verifyPassword('Any#Pass1', hash)).toBe(false);
  });
});
