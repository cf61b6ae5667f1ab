import { describe, expect, it } from 'vitest';
import { fitOf, ranked, searchable } from './rank.ts';

const named = (...names: string[]) => names.map((name) => ({ name, text: searchable(name) }));
const found = (query: string, names: string[]) => ranked(query, named(...names)).map(([{ name }]) => name);

describe('the order of what is found', () => {
  it('is: the same name, its beginning, the beginning of a word, letters inside, one typing mistake', () => {
    const names = ['Marta Lina', 'Carolina Ek', 'Lnia Berg', 'Lina Ohm', 'Lina', 'Ana Linares'];
    expect(found('lina', names)).toEqual(['Lina', 'Lina Ohm', 'Marta Lina', 'Ana Linares', 'Carolina Ek', 'Lnia Berg']);
  });

  it('of equals is that of the list', () => {
    expect(found('ana', ['Ana Zorn', 'Ana Abel'])).toEqual(['Ana Zorn', 'Ana Abel']);
  });

  it('has words beside the name after words of the name, and before mistakes', () => {
    const items = [
      { name: 'mistaken', text: searchable('Rsut Beginner') },
      { name: 'beside', text: searchable('Ana Abel', 'writes Rust') },
      { name: 'own', text: searchable('Old Rust') },
    ];
    expect(ranked('rust', items).map(([{ name }]) => name)).toEqual(['own', 'beside', 'mistaken']);
  });
});

describe('what is typed', () => {
  it('finds names without their accents and capitals', () => {
    expect(found('ZOE', ['Zoë Núñez'])).toEqual(['Zoë Núñez']);
    expect(found('nunez', ['Zoë Núñez'])).toEqual(['Zoë Núñez']);
  });

  it('must be there with each of its words, in any order', () => {
    expect(found('berg lina', ['Lina Berg', 'Lina Ohm'])).toEqual(['Lina Berg']);
  });

  it.each([
    ['a wrong letter', 'Yukk Tanaka'],
    ['a missing letter', 'Yuki Tnaka'],
    ['a letter too many', 'Yukki Tanaka'],
    ['two letters swapped', 'Yuki Tankaa'],
    ['a wrong first letter', 'Xuki Tanaka'],
  ])('finds a name with %s', (_mistake, typed) => {
    expect(found(typed, ['Yuki Tanaka'])).toEqual(['Yuki Tanaka']);
  });

  it('is forgiven a mistake while the rest of the word is not typed yet', () => {
    expect(found('kubre', ['Kubernetes'])).toEqual(['Kubernetes']);
  });

  it('is forgiven no mistake in three letters, and no second one', () => {
    expect(found('yuk', ['Yki'])).toEqual([]);
    expect(found('tanakx', ['Tonaka Ohm'])).toEqual([]);
  });

  it('finds names of signs, and names in other scripts', () => {
    expect(found('c++', ['C++ Club', 'C Club'])).toEqual(['C++ Club']);
    expect(found('田', ['田中 由紀'])).toEqual(['田中 由紀']);
  });

  it('finds nothing while it is empty or only spaces', () => {
    expect(fitOf('  ', searchable('Lina'))).toBeUndefined();
    expect(fitOf('?!', searchable('Lina'))).toBeUndefined();
  });
});
