import { createCommonPasswords } from './common-passwords.ts';

export interface PasswordOwner {
  firstName: string;
  lastName: string;
  emailId: string;
}

/** Says why a password that keeps the strength rule is still easily guessed; undefined for all others. */
export type GuessCheck = (password: string, owner: PasswordOwner) => Promise<string | undefined>;

export function createGuessCheck(): GuessCheck {
  const isCommon = createCommonPasswords();
  return async (password, owner) => {
    for (const text of commonForms(password))
      if (await isCommon(text)) return 'This password is one of the most common ones. Please choose another.';
    if (isMadeOf(password, namesOf(owner)))
      return 'This password is made of your name or email address. Please choose another.';
    return undefined;
  };
}

/** The decoration that people add to a common password to fulfil a rule: a few digits and signs at the end. */
const decoration = /[^\p{L}]{1,5}$/u;
const standIns: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b' },
  ...{ '@': 'a', $: 's', '!': 'i' },
};

function commonForms(password: string): Set<string> {
  const plain = password.normalize('NFKC').toLowerCase();
  const bare = plain.replace(decoration, '');
  const forms = [plain, spelledOut(plain), spelledOut(bare)];
  // A short rest says little: `a!1` is decoration too.
  return new Set([...forms, bare].filter((form) => form.length >= 4));
}

/** `P@ssw0rd` as `password`. */
function spelledOut(text: string): string {
  return [...text].map((letter) => standIns[letter] ?? letter).join('');
}

function isMadeOf(password: string, names: readonly string[]): boolean {
  const letters = (text: string) => text.replace(/[^\p{L}]/gu, '');
  const plain = password.normalize('NFKC').toLowerCase();
  return [letters(plain), letters(spelledOut(plain.replace(decoration, '')))].some((text) => {
    let rest = text;
    for (const name of names) rest = rest.replaceAll(name, '');
    return rest !== text && [...rest].length < 4;
  });
}

/** The words of a person's name and email address, longest first, as letters only. */
function namesOf({ firstName, lastName, emailId }: PasswordOwner): string[] {
  const [local = '', domain = ''] = emailId.split('@');
  const words = [firstName, lastName, local, ...local.split(/[^\p{L}]+/u), domain.split('.')[0] ?? ''];
  return [
    ...new Set(
      words.map((word) =>
        word
          .normalize('NFKC')
          .toLowerCase()
          .replace(/[^\p{L}]/gu, ''),
      ),
    ),
  ]
    .filter((word) => word.length >= 3)
    .sort((one, other) => other.length - one.length);
}
