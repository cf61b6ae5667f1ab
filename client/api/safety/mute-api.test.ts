import { expect, it } from 'vitest';
import { makeStore } from '#client/state/make-store.ts';
import { fakeApi } from '#client/test-api.ts';
import { signedIn } from '#client/test-support.tsx';
import { muteApi } from './mute-api.ts';

const { changeMutedWord, muted } = muteApi.endpoints;

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
