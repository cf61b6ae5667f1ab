import { expect, it } from 'vitest';
import { linkify, namedLinks } from './web-links.ts';

it('links web addresses and leaves the punctuation after them to the sentence', () => {
  expect(linkify('See https://example.com/a. And (http://b.example)!')).toEqual([
    { at: 0, text: 'See ' },
    { at: 4, text: 'https://example.com/a', href: 'https://example.com/a' },
    { at: 25, text: '. And (' },
    { at: 32, text: 'http://b.example', href: 'http://b.example' },
    { at: 48, text: ')!' },
  ]);
});

it.each([
  ['https://github.com/ana', 'GitHub'],
  ['https://gist.github.com/ana', 'GitHub'],
  ['https://www.gitlab.com/ana', 'GitLab'],
  ['https://codeberg.org/ana', 'Codeberg'],
  ['https://LinkedIn.com/in/ana', 'LinkedIn'],
  ['https://de.linkedin.com/in/ana', 'LinkedIn'],
  ['https://mastodon.social/@ana', 'Mastodon'],
  ['https://fosstodon.org/@ana', 'Mastodon'],
  ['https://ana.github.io/', 'Website'],
  ['https://github.com.example.org/ana', 'Website'],
  ['https://example.org/github.com', 'Website'],
  ['https://github.com@example.org/ana', 'Website'],
])('calls %s %s', (href, name) => {
  expect(namedLinks([href])).toEqual([{ name, href }]);
});

it('gives two links two names, and leaves out what is there twice or no web link', () => {
  expect(
    namedLinks(['https://gitlab.com/ana', 'https://gitlab.com/ana', undefined, 'javascript:alert(1)', 'no address']),
  ).toEqual([{ name: 'GitLab', href: 'https://gitlab.com/ana' }]);
  expect(namedLinks(['https://github.com/ana', 'https://github.com/team']).map(({ name }) => name)).toEqual([
    'GitHub',
    'Website',
  ]);
});
