import { expect, it } from 'vitest';
import { nameSkeleton } from './shown-name.ts';

it.each([
  ['Ada Lovelace', 'Аdа Lоvеlасе', 'Cyrillic letters'],
  ['Ada Lovelace', 'Ada Lοvelαce', 'Greek letters'],
  ['Ada Lovelace', 'ADA  LOVELACE', 'another case and more spaces'],
  ['Ada Lovelace', 'Àda Lovelâce', 'accents'],
  ['Ada Lovelace', 'Ａｄａ Ｌｏｖｅｌａｃｅ', 'full-width letters'],
  ['Ian Miller', 'lan Mi11er', 'an l for an I, and digits'],
  ['Ada Marner', 'Ada Mamer', 'm for rn'],
])('%s looks like %s (%s)', (one, other) => {
  expect(nameSkeleton(other)).toBe(nameSkeleton(one));
});

it('different names have different skeletons', () => {
  const names = ['Ada Lovelace', 'Ida Lovelace', 'Ada Loveless', 'Мария Иванова', 'Мария Иванов', '田中', '田口'];
  expect(new Set(names.map(nameSkeleton)).size).toBe(names.length);
});
