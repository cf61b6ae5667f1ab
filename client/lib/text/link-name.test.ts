import { expect, it } from 'vitest';
import { linkName, namedLinks } from './link-name.ts';

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
  ['no address', 'Website'],
])('calls %s %s', (href, name) => {
  expect(linkName(href)).toBe(name);
});

it('gives two links two names, and leaves out what is there twice or no web link', () => {
  expect(namedLinks(['https://gitlab.com/ana', 'https://gitlab.com/ana', undefined, 'javascript:alert(1)'])).toEqual([
    { name: 'GitLab', href: 'https://gitlab.com/ana' },
  ]);
  expect(namedLinks(['https://github.com/ana', 'https://github.com/team']).map(({ name }) => name)).toEqual([
    'GitHub',
    'Website',
  ]);
});
