import { expect, it } from 'vitest';
import { makeStore } from '#client/state/make-store.ts';
import { fakeApi } from '#client/test-api.ts';
import { installBrowserParts, makePerson, signedIn } from '#client/test-support.tsx';
import { muteApi } from './mute-api.ts';

installBrowserParts();

const { changeMutedWord, muted, mutePerson, unmutePerson } = muteApi.endpoints;

it('two quick removals remove both words, and keep what another device added', async () => {
  let words = ['spam', 'zebra', 'crepes'];
  const change = (next: string[]) => {
    words = next;
    return { body: { words } };
  };
  const wordOf = ({ body }: { body: unknown }) => (body as { word: string }).word;
  fakeApi()
    .on('GET user/muted', () => ({ body: { items: [], nextCursor: null, words } }))
    .on('POST user/muted-words', (call) => change([...words, wordOf(call)]))
    .on('DELETE user/muted-words', (call) => change(words.filter((word) => word !== wordOf(call))));
  const store = makeStore(signedIn());
  await store.dispatch(muted.initiate());
  words = [...words, 'elsewhere'];
  const press = (word: string, isMuted: boolean) => store.dispatch(changeMutedWord.initiate({ word, isMuted }));
  await Promise.all([press('spam', false), press('zebra', false), press('new', true)]);
  expect(words).toEqual(['crepes', 'elsewhere', 'new']);
});

it('a mute and its end show before the list is asked for again', async () => {
  const ana = makePerson({ _id: 'ana' });
  fakeApi()
    .on('GET user/muted', { body: { items: [{ user: ana, createdAt: '' }], nextCursor: null, words: [] } })
    .on('POST user/mute/ben', { body: { message: '' } })
    .on('DELETE user/mute/ana', { body: { message: '' } });
  const store = makeStore(signedIn());
  await store.dispatch(muted.initiate());
  const ids = () =>
    muted
      .select()(store.getState())
      .data?.people.map(({ _id }) => _id);
  expect(ids()).toEqual(['ana']);
  await store.dispatch(mutePerson.initiate({ _id: 'ben', name: 'Ben' }));
  expect(ids()).toEqual(['ana', 'ben']);
  await store.dispatch(unmutePerson.initiate('ana'));
  expect(ids()).not.toContain('ana');
});
