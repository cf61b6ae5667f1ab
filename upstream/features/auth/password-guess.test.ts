import { describe, expect, it } from 'vitest';
import { createCommonPasswords } from './common-passwords.ts';
import { createGuessCheck } from './password-guess.ts';

const ada = { firstName: 'Ada', lastName: 'Lovelace', emailId: 'countess.ada@engine.example' };

describe('the list of common passwords', () => {
  it.each(['123456', 'password', 'p@ssw0rd', '!qaz2wsx', 'letmein'])('holds %s', async (password) => {
    expect(await createCommonPasswords()(password)).toBe(true);
  });

  it('holds few texts by mistake', async () => {
    const isCommon = createCommonPasswords();
    let mistakes = 0;
    for (let i = 0; i < 20_000; i++) if (await isCommon(`surely nobody has chosen this ${i}`)) mistakes += 1;
    expect(mistakes).toBeLessThan(10);
  });
});

describe('a password that is easily guessed', () => {
  const check = createGuessCheck();

  it.each(['Password1!', 'P@ssw0rd', 'P@$$w0rd!', '1qaz@WSX', 'Qwerty123!', 'Welcome#2026', 'Dragon_99'])(
    'is refused: %s, a common one',
    async (password) => {
      expect(await check(password, ada)).toContain('most common');
    },
  );

  it.each(['Ada#Lovelace1', 'L0velace!Ada', 'Countessada_18', 'Lovelace#xy7', 'Engine@@1842'])(
    'is refused: %s, made of what is known of the person',
    async (password) => {
      expect(await check(password, ada)).toContain('your name or email address');
    },
  );

  it.each(['Test#Passw0rd', 'Str0ng!pass', 'Ada-likes-7-engines', 'w8Hx!qTzplmk', 'Gr3at#Analytical'])(
    'is not %s',
    async (password) => {
      expect(await check(password, ada)).toBeUndefined();
    },
  );
});
