import { expect, it, vi } from 'vitest';
import { readRefused } from '#client/lib/device/pending-links.ts';
import { refusedCookie } from '#shared/routes.ts';

it.each([
  ['%2Fchat%2Fana', '/chat/ana'],
  ['%E0%A4%A', undefined],
  ['%2F%2Felsewhere.example', undefined],
])('reads the link cookie %s as %s', (value, path) => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(`${refusedCookie}=${value}`);
  expect(readRefused()).toBe(path);
});
