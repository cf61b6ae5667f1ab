import { describe, expect, it } from 'vitest';
import { markedParts } from './marked-text.tsx';

const shown = (text: string, q: string) =>
  markedParts(text, q)
    .map(({ part, marked }) => (marked ? `[${part}]` : part))
    .join('');

describe('markedParts', () => {
  it.each([
    ['Zoë Abt', 'zoe', '[Zoë] Abt'],
    ['Go, Django, GO', 'go', '[Go], Djan[go], [GO]'],
    ['nothing here', 'x', 'nothing here'],
    ['a.b (c)', '.b (', 'a[.b (]c)'],
    ['Ana', '', 'Ana'],
  ])('marks in %j what fits %j', (text, q, expected) => {
    expect(shown(text, q)).toBe(expected);
  });

  it('never loses or doubles a character', () => {
    const text = 'Éclair ﬁnal ǅ 🎉 naïve';
    expect(
      markedParts(text, 'fi')
        .map(({ part }) => part)
        .join(''),
    ).toBe(text);
  });
});
