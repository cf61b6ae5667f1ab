import { describe, expect, it } from 'vitest';
import { fittingText, markedParts } from './marked-text.tsx';

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

  it('marks only the start of words outside of names', () => {
    const parts = markedParts('PostgreSQL, React and C#-REst', 're', false);
    expect(parts.filter(({ marked }) => marked).map(({ part }) => part)).toEqual(['Re', 'RE']);
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

describe('fittingText', () => {
  const about = `${'words '.repeat(30)}and then Rust, of course`;

  it('is the text with the match, cut to begin shortly before it', () => {
    expect(fittingText(['Engineer', about], 'rust')).toMatch(/^…words .*and then Rust, of course$/);
    expect(fittingText(['Engineer', about], 'rust').length).toBeLessThan(90);
    expect(fittingText(['Writes Rust', about], 'rust')).toBe('Writes Rust');
  });

  it('is the first text where none matches', () => {
    expect(fittingText([undefined, ' ', 'About me'], 'zig')).toBe('About me');
    expect(fittingText([undefined], 'zig')).toBe('');
  });
});
