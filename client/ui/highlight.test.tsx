import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { translateTexts } from '#client/test-support.tsx';
import { Highlight, matchesIn } from './highlight.tsx';

const marked = (text: string, wanted: string, options?: { wordStarts?: boolean }) =>
  matchesIn(text, wanted, options).map(({ start, end }) => text.slice(start, end));

describe('matchesIn', () => {
  it.each([
    ['Zoë Abt', 'zoe', ['Zoë']],
    ['Go, Django, GO', 'go', ['Go', 'go', 'GO']],
    ['nothing here', 'x', []],
    ['a.b (c)', '.b (', ['.b (']],
    ['Ana', '', []],
    ['Find the word, the WORD', 'word', ['word', 'WORD']],
    ['İstanbul and istanbul', 'tan', ['tan', 'tan']],
    ['İİİ word', 'word', ['word']],
    ['👩‍💻 Word', 'word', ['Word']],
    ['Éclair ﬁnal ﬀ', 'f', ['ﬁ', 'ﬀ']],
  ])('finds in %j what fits %j', (text, wanted, expected) => {
    expect(marked(text, wanted)).toEqual(expected);
  });

  it('finds only the start of words where that is asked for', () => {
    expect(marked('PostgreSQL, React and C#-REst', 're', { wordStarts: true })).toEqual(['Re', 'RE']);
  });
});

it('changes its marks, and loses no character, although the browser has translated the page', () => {
  const text = 'Éclair ﬁnal ǅ 🎉 naïve';
  const shown = (wanted: string) => (
    <p data-testid="line">
      <Highlight text={text} matches={matchesIn(text, wanted)} />
    </p>
  );
  const { rerender } = render(shown('fi'));
  expect(screen.getByTestId('line').textContent).toBe(text);
  translateTexts(screen.getByTestId('line'));
  for (const wanted of ['na', '', 'ecl', 'nothing', '🎉']) rerender(shown(wanted));
  expect(document.querySelector('mark')?.textContent).toBe('🎉');
});
