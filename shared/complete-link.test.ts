import { expect, it } from 'vitest';
import { completeLink } from './complete-link.ts';

it.each([
  ['github.com/ada', 'https://github.com/ada'],
  [' www.ada.dev ', 'https://www.ada.dev'],
  ['ada.dev:8443/me?a=1#top', 'https://ada.dev:8443/me?a=1#top'],
  ['bücher.example', 'https://bücher.example'],
  ['https://github.com/ada', 'https://github.com/ada'],
  ['http://ada.dev', 'http://ada.dev'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['mailto:ada@example.com', 'mailto:ada@example.com'],
  ['ada@example.com', 'ada@example.com'],
  ['@ada@mastodon.social', '@ada@mastodon.social'],
  ['ada', 'ada'],
  ['my site.dev', 'my site.dev'],
  ['..', '..'],
  ['', ''],
])('%j is the link %j', (typed, link) => {
  expect(completeLink(typed)).toBe(link);
});
