import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fold,
  forgivingQuery,
  mistypedWord,
  rankedQueries,
  termsOf,
  toFts5,
  toTsquery,
  wordsOf,
} from './search-text.ts';

test('case, accents and letters with strokes do not count', () => {
  expect(fold('SOFÍA Wróblewski Đức Møller İzmir Straße')).toBe('sofia wroblewski duc moller izmir strasse');
  expect(fold('Nguye\u0302\u0303n')).toBe('nguyen');
});

test('scripts other than Latin keep their letters and marks', () => {
  expect(wordsOf('김진우 हिन्दी 李')).toEqual(['김진우', 'हिन्दी', '李']);
});

test('terms tell names, whole skills and words apart', () => {
  const terms = termsOf({ names: ['Mei-Ling'], skills: ['C++', 'Node.js'], texts: ['I like C.'] }).split(' ');
  expect(terms).toContain('nling');
  expect(terms).toContain(`s${Buffer.from('c++').toString('hex')}`);
  expect(terms).not.toContain(`s${Buffer.from('c').toString('hex')}`);
  expect(terms).toContain('tnode');
  expect(terms).toContain('tlike');
});

test('a search queries names first, then the skill, then words, without overlaps', () => {
  expect(rankedQueries('Ámara', undefined).map(toFts5)).toEqual([
    '(("namara" *))',
    '(("s616d617261") NOT (("namara" *)))',
    '((("tamara")) NOT (("namara" *) OR "s616d617261"))',
    '((("tamara" *)) NOT (("namara" *) OR "s616d617261" OR ("tamara")))',
  ]);
  expect(toTsquery(rankedQueries('a b', 'Go')[2] ?? { term: '' })).toBe(
    `('s676f' & ('ta' & 'tb') & !('na':* & 'nb':*) & !'s612062')`,
  );
});

test('an empty search makes no query', () => {
  expect(rankedQueries('', undefined)).toEqual([]);
  expect(rankedQueries('   ', ' ')).toEqual([]);
  expect(rankedQueries('', 'Go')).toHaveLength(1);
});

test.each(['react', 'raet', 'raecst', 'raedt', 'raetc'])('%s is a word near raect or raet', (word) => {
  const near = ['raect', 'raet'].flatMap((q) => mistypedWord(q)?.near ?? []);
  expect(near).toContain(word);
});

test('one word of a search may be mistyped: the longest one of Latin letters, with at most 300 near words', () => {
  expect(mistypedWord('abc c++ 12345')).toBeUndefined();
  expect(mistypedWord('go kubernets quiet')?.word).toBe('kubernets');
  for (const q of ['java', 'kubernets', 'qwertyuiopasdfgh zxcvbnmlkjhgfdsa'])
    expect(mistypedWord(q)?.near.length, q).toBeLessThanOrEqual(300);
});

test('a forgiving query takes the other words as they are written', () => {
  const query = forgivingQuery('rust raect', undefined, { word: 'raect', near: ['react', 'raet'] });
  expect(toTsquery(query)).toBe("('trust' & ('treact' | 'traet'))");
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
