import { expect, it } from 'vitest';
import { setPreference } from './preferences.ts';
import { readPlaces, rememberPlace } from './recent-places.ts';
import { userKey } from './user-storage.ts';

it('keeps people, projects and conversations, the newest first and each once, but no screens, forms or the own profile', () => {
  for (const path of ['/feed', '/profile', '/profile/edit', '/profile/me', '/project/editproject/raft', '/nowhere'])
    rememberPlace('me', path);
  for (const path of ['/profile/ana', '/project/view/raft', '/chat/ana', '/messages/room/raft', '/profile/ana/'])
    rememberPlace('me', path);
  expect(readPlaces('me')).toEqual([
    { kind: 'person', id: 'ana' },
    { kind: 'room', id: 'raft' },
    { kind: 'chat', id: 'ana' },
    { kind: 'project', id: 'raft' },
  ]);
  expect(readPlaces('you')).toEqual([]);
});

it('keeps the last eight', () => {
  for (let n = 0; n < 10; n += 1) rememberPlace('me', `/profile/p${n}`);
  expect(readPlaces('me').map(({ id }) => id)).toEqual(['p9', 'p8', 'p7', 'p6', 'p5', 'p4', 'p3', 'p2']);
});

it('keeps and reads nothing where nothing may be kept on this device', () => {
  rememberPlace('me', '/profile/ana');
  setPreference('keepNothing', true);
  rememberPlace('me', '/profile/ben');
  expect(readPlaces('me')).toEqual([]);
  setPreference('keepNothing', false);
  expect(readPlaces('me')).toEqual([{ kind: 'person', id: 'ana' }]);
});

it('ignores invalid values', () => {
  localStorage.setItem(userKey('me', 'recent-places'), '[{"kind":"planet","id":"x"},{"kind":"chat"},7]');
  expect(readPlaces('me')).toEqual([]);
});
