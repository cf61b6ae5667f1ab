import { expect, it } from 'vitest';
import { fitOf, ranked, searchable } from './rank.ts';

const tanaka = ['Yuki Tanaka'];

it.each<[string, string, string[], string[]]>([
  [
    'the same name, its beginning, the beginning of a word, letters inside, one typing mistake, in this order',
    'lina',
    ['Marta Lina', 'Carolina Ek', 'Lnia Berg', 'Lina Ohm', 'Lina', 'Ana Linares'],
    ['Lina', 'Lina Ohm', 'Marta Lina', 'Ana Linares', 'Carolina Ek', 'Lnia Berg'],
  ],
  ['equals in the order of the list', 'ana', ['Ana Zorn', 'Ana Abel'], ['Ana Zorn', 'Ana Abel']],
  ['a name without its accents and capitals', 'ZOE', ['Zoë Núñez'], ['Zoë Núñez']],
  ['a later word without its accents', 'nunez', ['Zoë Núñez'], ['Zoë Núñez']],
  ['a name with each typed word, in any order', 'berg lina', ['Lina Berg', 'Lina Ohm'], ['Lina Berg']],
  ['a name with a wrong letter', 'Yukk Tanaka', tanaka, tanaka],
  ['a name with a missing letter', 'Yuki Tnaka', tanaka, tanaka],
  ['a name with a letter too many', 'Yukki Tanaka', tanaka, tanaka],
  ['a name with two letters swapped', 'Yuki Tankaa', tanaka, tanaka],
  ['a name with a wrong first letter', 'Xuki Tanaka', tanaka, tanaka],
  ['a mistake in a word whose rest is not typed yet', 'kubre', ['Kubernetes'], ['Kubernetes']],
  ['no mistake in three letters', 'yuk', ['Yki'], []],
  ['no second mistake', 'tanakx', ['Tonaka Ohm'], []],
  ['a name of signs', 'c++', ['C++ Club', 'C Club'], ['C++ Club']],
  ['a name in another script', '田', ['田中 由紀'], ['田中 由紀']],
])('finds %s: %s', (_what, query, names, expected) => {
  const items = names.map((name) => ({ name, text: searchable(name) }));
  expect(ranked(query, items).map(([{ name }]) => name)).toEqual(expected);
});

it('finds words beside the name after words of the name, and before mistakes', () => {
  const items = [
    { name: 'mistaken', text: searchable('Rsut Beginner') },
    { name: 'beside', text: searchable('Ana Abel', 'writes Rust') },
    { name: 'own', text: searchable('Old Rust') },
  ];
  expect(ranked('rust', items).map(([{ name }]) => name)).toEqual(['own', 'beside', 'mistaken']);
});

it.each(['  ', '?!'])('finds nothing for %j', (typed) => {
  expect(fitOf(typed, searchable('Lina'))).toBeUndefined();
});
