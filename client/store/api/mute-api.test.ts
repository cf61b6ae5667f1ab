import { expect, it } from 'vitest';
import { makeStore } from '#client/store/make-store.ts';
import { fakeApi, installBrowserParts, signedIn } from '#client/test-support.tsx';
import { muteApi } from './mute-api.ts';

installBrowserParts();

/** An upstream that keeps the muted words, as one list and, where `isSingle`, word by word. */
function upstream(words: string[], isSingle: boolean) {
  let kept = words;
  const change = (next: string[]) => {
    kept = next;
    return { body: { words: kept } };
  };
  const wordOf = ({ body }: { body: unknown }) => (body as { word: string }).word;
  const capabilities = ['safety', ...(isSingle ? ['muted.words'] : [])];
  const api = fakeApi()
    .on('GET capabilities', { body: { capabilities } })
    .on('GET user/muted', () => ({ body: { items: [], nextCursor: null, words: kept } }))
    .on('PUT user/muted-words', ({ body }) => change((body as { words: string[] }).words));
  if (isSingle)
    api
      .on('POST user/muted-words', (call) => change([...kept, wordOf(call)]))
      .on('DELETE user/muted-words', (call) => change(kept.filter((word) => word !== wordOf(call))));
  return { api, words: () => kept, changeElsewhere: change };
}

it.each([true, false])(
  'two quick removals remove both words, and keep what another device added (single: %s)',
  async (isSingle) => {
    const { words, changeElsewhere } = upstream(['spam', 'zebra', 'crepes'], isSingle);
    const store = makeStore(signedIn());
    await store.dispatch(muteApi.endpoints.muted.initiate());
    changeElsewhere([...words(), 'elsewhere']);
    const change = (word: string, isMuted: boolean) =>
      store.dispatch(muteApi.endpoints.changeMutedWord.initiate({ word, isMuted }));
    await Promise.all([change('spam', false), change('zebra', false), change('new', true)]);
    expect(words()).toEqual(['crepes', 'elsewhere', 'new']);
  },
);
