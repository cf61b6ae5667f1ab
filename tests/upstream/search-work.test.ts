import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { mostNearWords, nearWordsAtOnce } from '#upstream/features/search/near-words.ts';
import { searchIds } from '#upstream/features/search/search-store.ts';

/** Notes how many terms each statement has to find. */
function countTerms(counts: number[]): KyselyPlugin {
  const textsIn = (node: unknown): string[] => {
    if (typeof node === 'string') return [node];
    if (Array.isArray(node)) return node.flatMap(textsIn);
    if (typeof node !== 'object' || node === null) return [];
    return Object.values(node).flatMap(textsIn);
  };
  return {
    transformQuery({ node }) {
      const terms = textsIn(node).flatMap((text) => text.match(/["']t[a-z]{3,}/g) ?? []);
      counts.push(terms.length);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

await describeOnEachDatabase('a search of long words that nobody has written', (engine) => {
  it('looks for few near words in all, in statements that are short on SQLite, and the loop turns between them', async () => {
    const upstream = await startUpstream({ engine });
    try {
      const ada = await upstream.signUp();
      const counts: number[] = [];
      const db = upstream.db.withPlugin(countTerms(counts));
      let turns = 0;
      let timer = setImmediate(function turn() {
        turns += 1;
        timer = setImmediate(turn);
      });
      const q = 'qwertyuiopasdfgh zxcvbnmlkjhgfdsa poiuytrewqlkjhgf';
      await searchIds(db, engine, 'people_search', { viewerId: ada.id, q, limit: 20 });
      clearImmediate(timer);
      const near = counts.filter((terms) => terms > 20);
      expect(near.reduce((one, other) => one + other, 0)).toBeLessThanOrEqual(mostNearWords + 3 * near.length);
      if (engine === 'sqlite') expect(Math.max(...counts)).toBeLessThanOrEqual(nearWordsAtOnce + 3);
      expect(turns).toBeGreaterThanOrEqual(near.length - 1);
    } finally {
      await upstream.close();
    }
  });

  it('finds what has one mistake in each of two words', async () => {
    const upstream = await startUpstream({ engine });
    try {
      const [ada, ben] = [await upstream.signUp(), await upstream.signUp()];
      await ben.client.patch('/profile/edit', { about: 'Gardens and lighthouses' });
      const found = await ada.client.get('/search/people?q=gardns%20lighthuses');
      expect(found.body.items.map(({ _id }: { _id: string }) => _id)).toEqual([ben.id]);
    } finally {
      await upstream.close();
    }
  });
});
