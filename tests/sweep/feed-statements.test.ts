import { afterAll, beforeAll, expect, it } from 'vitest';
import { mostStatements, type NotedStatements, noteStatements } from '#tests/support/explain.ts';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { transact } from '#upstream/db/transaction.ts';
import { emptyProfile } from '#upstream/features/people/profile-store.ts';
import { replaceMutedWords } from '#upstream/features/safety/mute-store.ts';
import { indexPeople } from '#upstream/features/search/search-index.ts';
import { newId } from '#upstream/ids.ts';

const people = 4000;
const batch = 500;
/** As many as a profile may have. A window of the ranked feed then holds up to 2000 people: 100 of each skill. */
const skills = Array.from({ length: 20 }, (_, i) => `Skill${i}`);
/** Every hundredth person says the same one of these words, so that each muted word hides one hundredth of all people. */
const words = Array.from({ length: 100 }, (_, i) => `word${i}`);

interface Person {
  id: string;
  word: string;
  skill: string;
  looksForPair: boolean;
  showsZone: boolean;
}

/** Each word is said by people of every skill, with and without the intent and the time zone. */
const everybody = Array.from(
  { length: people },
  (_, i): Person => ({
    id: newId(i + 1),
    word: words[i % words.length] ?? '',
    skill: skills[(i * 7 + Math.floor(i / words.length)) % skills.length] ?? '',
    looksForPair: i % 3 === 0,
    showsZone: i % 7 === 0,
  }),
);

await describeOnEachDatabase('the number of statements of the ranked feed', (engine) => {
  let upstream: StartedUpstream;
  let noted: NotedStatements;
  let viewer: SignedUp;
  beforeAll(async () => {
    upstream = await startUpstream({
      engine,
      watch: (db) => {
        noted = noteStatements(db);
        return noted.db;
      },
    });
    for (let from = 0; from < people; from += batch)
      await transact(upstream.db, async (trx) => {
        const some = everybody.slice(from, from + batch);
        const profile = { ...emptyProfile, last_name: 'Tester', created_at: 0, updated_at: 0 };
        await trx
          .insertInto('users')
          .values(some.map(({ id, word }) => ({ ...profile, id, first_name: word })))
          .execute();
        await trx
          .insertInto('user_skills')
          .values(
            some.map(({ id, skill }) => ({
              user_id: id,
              ...{ skill_key: skill.toLowerCase(), label: skill, spelling: skill },
              position: 0,
            })),
          )
          .execute();
        await trx
          .insertInto('user_intents')
          .values(some.filter(({ looksForPair }) => looksForPair).map(({ id }) => ({ user_id: id, intent: 'pair' })))
          .execute();
        await trx
          .insertInto('preferences')
          .values(
            some
              .filter(({ showsZone }) => showsZone)
              .map(({ id }) => ({ user_id: id, time_zone: 'Europe/Berlin', show_time_zone: 1 })),
          )
          .execute();
        await indexPeople(
          trx,
          some.map(({ id }) => id),
        );
      });
    viewer = await upstream.signUp();
    await viewer.client.patch('/profile/edit', { lookingFor: ['pair'] });
    expect((await viewer.client.patch('/profile/preferences', { timeZone: 'Europe/Paris' })).status).toBe(200);
  });
  afterAll(() => upstream.close());

  const cases = [75, 99, 100].flatMap((share) => [1, skills.length].map((count) => ({ share, count })));
  it.each(cases)(
    'no page of the ranked feed takes more statements than allowed when muted words hide $share of 100 people from a viewer with $count skill(s)',
    async ({ share, count }) => {
      await viewer.client.patch('/profile/edit', { skills: skills.slice(0, count) });
      await transact(upstream.db, (trx) => replaceMutedWords(trx, viewer.id, words.slice(0, share)));
      const shown = everybody.filter(({ word }) => !words.slice(0, share).includes(word));
      for (const [query, expected] of [
        ['', shown],
        [`&skill=${skills[0]}`, shown.filter(({ skill }) => skill === skills[0])],
        ['&intent=pair', shown.filter(({ looksForPair }) => looksForPair)],
        ['&overlap=1', shown.filter(({ showsZone }) => showsZone)],
      ] as const) {
        const { found, most } = await readToTheEnd(`/user/feed?order=match&limit=50${query}`);
        expect(found.toSorted(), query).toEqual(expected.map(({ id }) => id).toSorted());
        expect(most, query).toBeLessThanOrEqual(mostStatements);
      }
    },
  );

  /** The ids of all people of a feed, and the number of statements of the page that took most of them. */
  async function readToTheEnd(feed: string): Promise<{ found: string[]; most: number }> {
    const found: string[] = [];
    let most = 0;
    for (let cursor: string | null = ''; cursor !== null; ) {
      noted.take();
      const reply: { status: number; body: { _id: string }[]; headers: Headers } = await viewer.client.get(
        `${feed}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      most = Math.max(most, noted.take().length);
      expect(reply.status).toBe(200);
      found.push(...reply.body.map(({ _id }) => _id));
      cursor = reply.headers.get('x-next-cursor');
    }
    return { found, most };
  }
});
