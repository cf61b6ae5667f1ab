import type { KyselyPlugin } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openStoreDatabase } from '#tests/support/store-database.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { searchIds } from '#upstream/features/search/search-store.ts';

/** Notes how many words each statement has to find. */
function countWords(counts: number[]): KyselyPlugin {
  const textsIn = (node: unknown): string[] => {
    if (typeof node === 'string') return [node];
    if (Array.isArray(node)) return node.flatMap(textsIn);
    if (typeof node !== 'object' || node === null) return [];
    return Object.values(node).flatMap(textsIn);
  };
  return {
    transformQuery({ node }) {
      const words = textsIn(node).flatMap((text) => (text.includes(' from ') ? [] : (text.match(/[a-z]{12,}/g) ?? [])));
      counts.push(words.length);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

await describeOnEachDatabase('a search of long words that nobody has written', (engine) => {
  it('looks for at most 300 near words, in at most two statements', async () => {
    const database = await openStoreDatabase(engine);
    onTestFinished(() => database.close());
    const counts: number[] = [];
    const db = database.db.withPlugin(countWords(counts));
    const q = 'qwertyuiopasdfgh zxcvbnmlkjhgfdsa poiuytrewqlkjhgf';
    await searchIds(db, engine, 'people_search', { viewerId: await database.addPerson(), q, limit: 20 });
    const near = counts.filter((words) => words > 20);
    // The words of the search, and a column's name.
    expect(Math.max(...near)).toBeLessThanOrEqual(300 + 4);
    expect(near.length).toBeLessThanOrEqual(2);
  });
});
