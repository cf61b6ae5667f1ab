import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { waitingCalls } from '#client/lib/device/waiting-calls.ts';
import { waitingChanges } from '#client/live/changes.ts';
import { outboxItems } from '#client/live/outbox.ts';
import { listOf, makePerson, memberApi, renderApp, writeStored } from '#client/test-support.tsx';

// Every screen that reads the browser's storage opens with records of an older version, of another program or half written.

const me = makePerson({ _id: 'me', firstName: 'Demo', lastName: 'Person' });
const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Lima' });
const at = '2026-01-01T00:00:00.000Z';
const message = { _id: 'm1', senderId: me, text: 'Hello there', createdAt: at };

const junk = [undefined, null, 7, 'x', [null], { _id: 7 }];

const item = {
  ...{ peerId: 'ana', text: 'Waits', createdAt: at, order: 1, state: 'waiting', attempted: false },
  ...{
    after: null,
    replyTo: { _id: 'm1', senderId: 'ana', excerpt: 'Hello' },
    pictures: [{ id: 'p', width: 4, height: 3 }],
  },
};
const change = { peerId: 'ana', at, state: 'waiting' };
const changes = [
  { ...change, kind: 'edit', text: 'Hello again' },
  { ...change, kind: 'react', emoji: '👍', on: true },
  { ...change, kind: 'delete' },
];
const call = { method: 'POST', words: 'Interested in Ben', at };

/** The record with each of its fields replaced by each piece of junk, and junk instead of the record. */
function storeDamaged(recordOf: (id: string) => object, keyOf: (id: string) => string): void {
  const fields = Object.keys(recordOf(''));
  let made = 0;
  const next = () => `r${made++}`;
  for (const value of junk) {
    writeStored('me', keyOf(next()), value);
    for (const field of fields) {
      const id = next();
      writeStored('me', keyOf(id), { ...recordOf(id), [field]: value });
    }
  }
}

function damageStorage(): void {
  storeDamaged(
    (clientId) => ({ ...item, clientId }),
    (id) => `outbox:${id}`,
  );
  for (const each of changes)
    storeDamaged(
      (messageId) => ({ ...each, messageId }),
      (id) => `change:${id}:${'emoji' in each ? each.emoji : 'text'}`,
    );
  storeDamaged(
    (url) => ({ ...call, url }),
    (id) => `waiting:POST ${id}`,
  );
  const body = { about: 7, skills: [7], lookingFor: 'pair', hoursPerWeek: '5', firstName: null, websiteUrl: {} };
  writeStored('me', 'waiting:PATCH profile/edit', { ...call, method: 'PATCH', url: 'profile/edit', body });
  for (const name of ['draft:chat:ana', 'read:ana', 'recent-searches', 'muted'])
    writeStored('me', name, { [name]: [null] });
  for (const name of ['sent-ledger', 'connected', 'muted-carried', 'checklist-dismissed'])
    writeStored('me', name, [null, 7, { _id: null }]);
  for (const name of ['draft:profile', 'draft:project:new', 'draft:project']) writeStored('me', name, { version: 1 });
  localStorage.setItem('dotcode:preferences', '{"theme":7,"keepN');
  localStorage.setItem('dotcode:kept', '{');
}

beforeEach(() => {
  // Nothing goes out while the test looks at what waits.
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
});

it.each([
  ['/chat/ana', () => screen.findByText('Hello there')],
  ['/feed', () => screen.findByRole('heading', { level: 1, name: 'Feed' })],
  ['/profile/ana', () => screen.findByRole('heading', { level: 1, name: 'Ana Lima' })],
  ['/profile/edit', () => screen.findByRole('heading', { level: 1, name: 'Edit profile' })],
  ['/create-project', () => screen.findByRole('heading', { level: 1, name: 'Create a project' })],
  ['/search', () => screen.findByRole('heading', { level: 1, name: 'Search' })],
  ['/setting?section=data', () => screen.findByRole('heading', { level: 1, name: 'Settings' })],
])('%s opens with damaged records in the storage', async (path, content) => {
  damageStorage();
  memberApi()
    .on('GET user/feed', { body: [ana] })
    .on('GET user/connections', listOf(ana))
    .on('GET profile/ana', { body: { message: '', user: ana } })
    .on('GET chat/ana', { body: { chat: { _id: 'c', participants: [me, ana], messages: [message] } } });
  const { user } = renderApp(path);
  await content();
  await user.click(await screen.findByRole('button', { name: /changes wait$/ }));
  await screen.findByRole('dialog', { name: 'Waits for the network' });
  expect(screen.queryByText('Something on this page broke')).toBeNull();
});

it('reads what can be read of a record, and drops the others', async () => {
  damageStorage();
  for (const read of outboxItems('me')) {
    expect(read).toMatchObject({ text: expect.any(String), order: expect.any(Number), attempted: expect.any(Boolean) });
    expect(read.state).toMatch(/^(waiting|failed)$/);
    expect(Number.isNaN(Date.parse(read.createdAt))).toBe(false);
    for (const { id, width, height } of read.pictures ?? [])
      expect([typeof id, typeof width, typeof height]).toEqual(['string', 'number', 'number']);
    expect(['undefined', 'string']).toContain(typeof read.replyTo?._id);
  }
  // Sent from there, it would never be removed.
  writeStored('me', 'outbox:another', { ...item, clientId: 'own' });
  // A message that waits is worth more than its place in the queue; one without its pictures would be another message.
  writeStored('me', 'outbox:old', { clientId: 'old', peerId: 'ana', text: 'Of an older version', createdAt: at });
  writeStored('me', 'outbox:half', { ...item, clientId: 'half', pictures: [{ id: 'p' }] });
  const ids = outboxItems('me').map(({ clientId }) => clientId);
  expect(['old', 'half', 'own'].map((id) => ids.includes(id))).toEqual([true, false, false]);
  for (const read of waitingChanges('me')) expect(['edit', 'react', 'delete']).toContain(read.kind);
  for (const read of waitingCalls('me')) expect(['POST', 'PATCH', 'DELETE']).toContain(read.method);
  await waitFor(() => expect(waitingCalls('me').length).toBeGreaterThan(0));
});
