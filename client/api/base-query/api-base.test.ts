import { afterEach, expect, it } from 'vitest';
import { apiBase } from '#client/api/base-query/base-query.ts';

afterEach(() => {
  document.head.innerHTML = '';
});

it.each([
  ['localhost', 'http://localhost:7777/'],
  ['dotcode.example', '/api/'],
  ['127.0.0.1', '/api/'],
  ['localhost.example', '/api/'],
])('a page on %s without the tag calls %s, as specified', (host, base) => {
  expect(apiBase(document, host)).toBe(base);
});

it.each(['/api/', '/api', 'https://api.example/v1'])('the tag of the page decides: %s', (content) => {
  document.head.innerHTML = `<meta name="api-base" content="${content}">`;
  expect(apiBase(document, 'localhost')).toBe(content.replace(/\/?$/, '/'));
});

it('an empty tag counts as none', () => {
  document.head.innerHTML = '<meta name="api-base" content="">';
  expect(apiBase(document, 'localhost')).toBe('http://localhost:7777/');
});
