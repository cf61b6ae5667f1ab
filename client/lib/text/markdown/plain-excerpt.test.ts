import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withCpuTime } from '#tests/support/cpu-time.ts';
import { plainExcerpt } from './plain-excerpt.ts';

it.each([
  ['# Title\n\nSome **bold** and _soft_ `code`', 'Some bold and soft code'],
  ['Runs anywhere.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```sh\nnpm i\n```\nSmall.', 'Runs anywhere. Small.'],
  ['- one\n- two\n1. three', 'one · two · three'],
  ['It can:\n- read\n- write.\n- [ ] fly\n- [x] run', 'It can: read · write · fly · run'],
  ['- one that goes\n  on\n- **two.**\n- three', 'one that goes on · two · three'],
  ['It reacts to rain.\n\n- shader on a board\n- no computer\n\nSmall.', 'It reacts to rain. Small.'],
  ['<p>It reacts.</p><ul><li>a shader</li></ul>', 'It reacts.'],
  ['one line\nbroken\n\nanother', 'one line broken · another'],
  ['<ul><li>one</li><li>two!</li><li>three</li></ul>end', 'one · two! · three · end'],
  ['> a\n> quote', 'a quote'],
  ['before\n```\ncode\n```\nafter', 'before · after'],
  ['> quoted\n\n---\n\nafter', 'quoted · after'],
  ['See [the docs](https://example.com) and ![a picture](https://example.com/a.png)', 'See the docs and a picture'],
  ['a < b and c > d', 'a < b and c > d'],
  ['Vec<T> is generic', 'Vec is generic'],
  ['<script>alert(1)</script>after', 'after'],
  ['<style>p{}</style><!-- note -->words', 'words'],
  ['<img src=x onerror=alert(1)>', ''],
  ['Fish &amp; chips &lt;b&gt; &#128031; &#x41; &unknown; &#0;', 'Fish & chips <b> 🐟 A &unknown; &#0;'],
  ['snake_case_name stays', 'snake_case_name stays'],
  ['<https://example.com/a>', 'https://example.com/a'],
  ['', ''],
])('%j reads as %j', (source, text) => {
  expect(plainExcerpt(source)).toBe(text);
});

it('cuts long text between words and says so', () => {
  expect(plainExcerpt('one two three four', 9)).toBe('one two…');
  expect(plainExcerpt('onetwothreefour', 5)).toBe('onetw…');
});

it('never throws and stays short, whatever it is given', () => {
  const hostile = fc.string({
    unit: fc.constantFrom('<', '>', '/', '!', '-', '&', '#', ';', '[', ']', '(', '*', 'p', ' '),
  });
  fc.assert(
    fc.property(hostile, (source) => {
      expect(plainExcerpt(source, 50).length).toBeLessThanOrEqual(51);
    }),
  );
});

it('reads a megabyte of open tags in a moment', () => {
  const units = ['<', '<script>', '<a ', '[', '![', '<!--', '**', '&#', '_a '];
  expect(withCpuTime(() => units.map((unit) => plainExcerpt(unit.repeat(200_000)))).cpuMs).toBeLessThan(5000);
});
