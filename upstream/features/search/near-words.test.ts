import { describe, expect, it } from 'vitest';
import { createSearchWork, mostNearWords } from './near-words.ts';
import { forgivingQuery } from './search-text.ts';

/** How many words near a written one a query looks for. */
function nearWordsIn(q: string): number[] {
  const query = forgivingQuery(q, undefined);
  if (query === undefined || !('all' in query)) return [];
  return query.all.map((part) => ('any' in part ? part.any.length - 1 : 0));
}
const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);
const long = ['qwertyuiopasdfgh', 'zxcvbnmlkjhgfdsa', 'poiuytrewqlkjhgf'];

describe('a search that forgives typing mistakes', () => {
  it('looks for at most 1,200 near words, whatever is typed', () => {
    expect(sum(nearWordsIn(long.join(' ')))).toBeLessThanOrEqual(mostNearWords);
    expect(nearWordsIn(long.join(' '))[0]).toBeGreaterThan(800);
    expect(nearWordsIn(long.join(' ')).slice(1)).toEqual([0, 0]);
  });

  it('forgives a mistake in each of two words of usual length', () => {
    expect(nearWordsIn('javascirpt kuberentes').filter((near) => near > 0).length).toBeGreaterThan(0);
    expect(nearWordsIn('engneer designr').every((near) => near > 0)).toBe(true);
  });
});

describe('the work of such searches', () => {
  it('runs for two at a time; one person waits in turn with the others, and is refused beyond a few', async () => {
    const work = createSearchWork({ take: async () => ({ left: 1, giveBack: async () => undefined }) });
    const { signal } = new AbortController();
    const gate = Promise.withResolvers<void>();
    let running = 0;
    let most = 0;
    const search = (person: string) =>
      work.run(person, 10, signal, async () => {
        running += 1;
        most = Math.max(most, running);
        await gate.promise;
        running -= 1;
        return person;
      });
    const many = Array.from({ length: 50 }, () => search('eve').catch(({ code }: { code: string }) => code));
    const other = search('ada');
    gate.resolve();
    const answers = await Promise.all(many);
    expect(await other).toBe('ada');
    expect(most).toBe(2);
    expect(answers.filter((answer) => answer === 'unavailable').length).toBeGreaterThan(40);
  });

  it('costs what is looked for, and one that costs too much answers without near words', async () => {
    const taken: number[] = [];
    const work = createSearchWork({
      take: async (_name, _key, cost = 1) => {
        taken.push(cost);
        if (taken.length > 1) throw Object.assign(new Error('too much'), { code: 'rate_limited' });
        return { left: 1, giveBack: async () => undefined };
      },
    });
    const { signal } = new AbortController();
    expect(await work.run('eve', 856, signal, async () => 'found')).toBe('found');
    expect(await work.run('eve', 440, signal, async () => 'found')).toBeUndefined();
    expect(taken).toEqual([856, 440]);
  });
});
