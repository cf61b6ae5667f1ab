import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold, mistypedWord, rankedQueries, toFts5, toTsquery, wordsOf } from './search-text.ts';

test('case, accents and letters with strokes do not count', () => {
  expect(fold('SOFÍA Wróblewski Đức Møller İzmir Straße')).toBe('sofia wroblewski duc moller izmir strasse');
  expect(fold('Nguye\u0302\u0303n')).toBe('nguyen');
});

test('scripts other than Latin keep their letters and marks', () => {
  expect(wordsOf('김진우 हिन्दी 李')).toEqual(['김진우', 'हिन्दी', '李']);
});

test('one word of a search may be mistyped: the longest one of Latin letters, with at most 300 near words', () => {
  expect(mistypedWord('abc c++ 12345')).toBeUndefined();
  expect(mistypedWord('go kubernets quiet')?.word).toBe('kubernets');
  for (const q of ['java', 'kubernets', 'qwertyuiopasdfgh zxcvbnmlkjhgfdsa'])
    expect(mistypedWord(q)?.near.length, q).toBeLessThanOrEqual(300);
});

test('no query text becomes syntax', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (q) => {
      for (const query of rankedQueries(q, q)) {
        expect(toTsquery(query)).toMatch(/^[()&|!:*' \p{L}\p{N}\p{M}]*$/u);
        expect(toFts5(query).replace(/"[^"]*"/g, '')).toMatch(/^[() *]*((AND|OR|NOT)[() *]*)*$/);
      }
    }),
  );
});
