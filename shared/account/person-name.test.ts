import { describe, expect, it } from 'vitest';
import { nameSchema } from '../api/users.ts';
import { hasAddress, isReadableName, normaliseName } from './person-name.ts';

describe('names of people', () => {
  it('are stored composed, with single spaces', () => {
    expect(normaliseName(' Zoe\u0308 \u00a0 Ana\t')).toBe('Zoë Ana');
  });

  it.each([
    "O'Neill",
    'Jean-Luc',
    'Nguyễn Thị',
    'محمد',
    'می\u200cخواهم',
    'क्\u200dष',
    '田中',
    'J2',
    'St. John',
    'Dr. O’Neill-Smith',
    'J.R.R. Tolkien',
    'מרים 👩‍💻',
    'Ada ❤️',
  ])('may be %s', (name) => {
    expect(isReadableName(normaliseName(name))).toBe(true);
    expect(hasAddress(normaliseName(name))).toBe(false);
  });

  it.each([
    ['zero-width space', 'Ad\u200ba'],
    ['only zero-width characters', '\u200b\u200b'],
    ['byte order mark', 'Ada\ufeff'],
    ['joiner between Latin letters', 'A\u200dda'],
    ['joiner at an emoji', 'Ada 👩\u200d'],
    ['joiner between an emoji and a letter', '👩\u200dAda'],
    ['right-to-left override', '\u202eadA'],
    ['right-to-left override beside an emoji', 'Ada 👩‍💻\u202e'],
    ['only an emoji', '👩‍💻'],
    ['control', 'A\u0007da'],
    ['soft hyphen', 'A\u00adda'],
    ['Hangul filler', '\u3164\u3164'],
    ['Braille blank', 'A\u2800\u2800'],
    ['variation selectors', 'Ada\ufe0f'],
    ['tag characters', 'Ada\u{e0041}'],
    ['private use', 'Ada\ue000'],
    ['half a surrogate pair', 'Ada\ud800'],
    ['pile of marks', `A${'\u0335\u0336\u0337'.repeat(4)}da`],
    ['mark without a letter', '\u0301\u0301'],
    ['only digits', '12345'],
    ['only signs', '!!!'],
  ])('may not hold a %s', (_, name) => {
    expect(isReadableName(normaliseName(name))).toBe(false);
  });

  it.each([
    ['address of a page', 'https://evil.example'],
    ['address after words', 'Win at evil.example'],
    ['address with www', 'www.evil'],
    ['address of a network', 'x 203.0.113.9'],
    ['encoded word of a mail', '=?utf-8?q?evil=2Eexample?='],
    ['mail address', 'ada@evil.example'],
    ['address in full-width letters', 'evil．com'],
    ['address with another full stop', 'evil。com'],
    ['address of another script', 'пример.рф'],
    ['link of another kind', 'tel:123 x'],
  ])('hold no %s', (_, name) => {
    expect(hasAddress(normaliseName(name))).toBe(true);
    expect(nameSchema.safeParse(name).success).toBe(false);
  });

  it('that are too long are examined no further: a text of 80 kB would take seconds', () => {
    const { error } = nameSchema.safeParse('1'.repeat(5000));
    expect(error?.issues.map(({ message }) => message)).toEqual(['A name has at most 40 characters.']);
  });
});
