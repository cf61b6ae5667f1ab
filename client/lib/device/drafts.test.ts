import { expect, it, vi } from 'vitest';
import { readDraft, removeDraft, writeDraft } from './drafts.ts';
import { userKey } from './user-storage.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

it('returns the stored value with its base and time, to its user and item alone, until it is removed', () => {
  expect(writeDraft('ana', 'project:new', 'typed', '')).toBe(true);
  const draft = readDraft('ana', 'project:new', isText);
  expect(draft).toMatchObject({ value: 'typed', base: '' });
  expect(Date.parse(draft?.savedAt ?? '')).not.toBeNaN();
  expect(readDraft('ben', 'project:new', isText)).toBeUndefined();
  expect(readDraft('ana', 'project:1', isText)).toBeUndefined();
  removeDraft('ana', 'project:new');
  expect(readDraft('ana', 'project:new', isText)).toBeUndefined();
});

it.each([
  ['an older shape', { version: 0, value: 'a', base: '', savedAt: '2026-01-01T00:00:00Z' }],
  ['a foreign value', { version: 1, value: 7, base: '', savedAt: '2026-01-01T00:00:00Z' }],
  ['no time', { version: 1, value: 'a', base: '' }],
])('leaves %s aside', (_name, stored) => {
  localStorage.setItem(userKey('ana', 'draft:project:new'), JSON.stringify(stored));
  expect(readDraft('ana', 'project:new', isText)).toBeUndefined();
});

it('says when the device cannot keep it', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(writeDraft('ana', 'project:new', 'typed', '')).toBe(false);
});
