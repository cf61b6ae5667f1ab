import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { storeUsers } from '#tests/support/chat-people.ts';
import { everyPage } from '#tests/support/every-page.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import { transact } from '#upstream/db/transaction.ts';
import { postgresMatches } from '#upstream/features/search/postgres-hits.ts';
import { indexPeople } from '#upstream/features/search/search-index.ts';
import { rankedQueries } from '#upstream/features/search/search-text.ts';

await describeOnEachDatabase('search', (engine) => {
  const upstream = useUpstream({ engine });
  let seeker: SignedUp;
  beforeAll(async () => {
    seeker = await upstream.signUp({ firstName: 'Seeker', lastName: 'Quiet' });
  });

  async function person(firstName: string, lastName: string, profile: object = {}): Promise<SignedUp> {
    const one = await upstream.signUp({ firstName, lastName });
    const reply = await one.client.patch('/profile/edit', profile);
    expect(reply.status).toBe(200);
    return one;
  }
  const names = async (query: string, kind = 'people'): Promise<string[]> => {
    const reply = await seeker.client.get(`/search/${kind}?${query}`);
    expect(reply.status).toBe(200);
    return reply.body.items.map((item: Record<string, string>) => item.firstName ?? item.projectName);
  };
  const find = (q: string, kind?: string) => names(`q=${encodeURIComponent(q)}`, kind);

  it('finds people by the beginning of a name, then by skill, then by words about them', async () => {
    await person('Elm', 'Aaa', { about: 'Once wrote a parser.' });
    await person('Wordy', 'Bbb', { about: 'I write frontends in elm and like it.' });
    await person('Skilled', 'Ccc', { skills: ['Elm'] });
    await person('Elmira', 'Ddd', { headline: 'Engineer' });
    expect(await find('elm')).toEqual(['Elmira', 'Elm', 'Skilled', 'Wordy']);
    expect(await find('ELM pars')).toEqual(['Elm']);
  });

  it('is blind to case and accents, in names, skills and words', async () => {
    await person('Sofía', 'Wróblewska', { skills: ['Größe'], about: 'Straße, naïve, Đặng' });
    for (const q of ['sofia', 'SOFÍA wroblewska', 'wroblewska sofia', 'grosse', 'GRÖSSE', 'strasse', 'naive dang'])
      expect(await find(q), q).toEqual(['Sofía']);
  });

  it('finds only people with exactly the skill that is asked for', async () => {
    await person('Cee', 'Only', { skills: ['C'] });
    await person('Plus', 'Only', { skills: ['C++', 'Node.js'] });
    await person('Sharp', 'Only', { skills: ['C#'] });
    expect(await names('skill=c%2B%2B')).toEqual(['Plus']);
    expect(await names('skill=C')).toEqual(['Cee']);
    expect(await names('skill=c%23')).toEqual(['Sharp']);
    expect(await names('skill=node.JS&q=only')).toEqual(['Plus']);
    expect(await find('c++')).toContain('Plus');
  });

  it('forgives one mistake in a word when nothing else matches', async () => {
    await person('Katarzyna', 'Lis', { about: 'Kubernetes and quiet nights' });
    for (const q of ['kubernets', 'kubernetse', 'kubernettes', 'kubernetis', 'Katrzyna'])
      expect(await find(q), q).toEqual(['Katarzyna']);
    expect(await find('zzkubernetes')).toEqual([]);
    expect(await find('quiet kubernets')).toEqual(['Katarzyna']);
  });

  it('follows every change of a profile, and finds nobody who has left', async () => {
    const one = await person('Changing', 'Name', { about: 'before' });
    await one.client.patch('/profile/edit', { firstName: 'Changed', about: 'afterwards', skills: ['Idris'] });
    expect(await find('changing')).toEqual([]);
    expect(await find('before')).toEqual([]);
    for (const q of ['changed', 'afterwards', 'idris']) expect(await find(q), q).toEqual(['Changed']);
    const reply = await one.client.delete('/profile', { password: one.password });
    expect(reply.status).toBe(200);
    for (const q of ['changed', 'afterwards', 'idris']) expect(await find(q), q).toEqual([]);
  });

  it('finds projects in the same way, and follows their changes', async () => {
    const maker = await person('Maker', 'Of Things');
    const make = async (fields: object) => (await maker.client.post('/create-project', fields)).body.project._id;
    await make({ projectName: 'Quiet Pager', description: 'counts alerts, with zebras' });
    await make({ projectName: 'Other', skills: ['Zebra'] });
    const id = await make({ projectName: 'Zebrawood', description: 'nothing' });
    expect(await find('zebra', 'projects')).toEqual(['Zebrawood', 'Other', 'Quiet Pager']);
    await maker.client.patch(`/project/edit/${id}`, { projectName: 'Renamed' });
    expect(await find('zebra', 'projects')).toEqual(['Other', 'Quiet Pager']);
    expect(await find('renamed', 'projects')).toEqual(['Renamed']);
    const reply = await seeker.client.get('/search/projects?skill=zebra');
    expect(reply.body.items[0]).toMatchObject({ creator: { firstName: 'Maker' }, viewer: { relation: 'none' } });
  });

  it('answers no empty page of projects while a match is left', async () => {
    const maker = await person('Maker', 'Of Tarragon');
    for (const status of ['live', 'idea', 'idea'])
      await maker.client.post('/create-project', { projectName: `Tarragon ${status}`, status });
    expect(await names('q=tarragon&status=live&limit=1', 'projects')).toEqual(['Tarragon live']);
    expect(await names('q=tarragon&status=archived&limit=1', 'projects')).toEqual([]);
  });

  it('pages through all matches, best first, each once', async () => {
    for (let i = 0; i < 4; i++) await person(`Paginata${'abcd'[i]}`, 'Xx');
    for (let i = 0; i < 4; i++) await person(`Byskill${'abcd'[i]}`, 'Xx', { skills: ['Paginata'] });
    for (let i = 0; i < 4; i++) await person(`Byword${'abcd'[i]}`, 'Xx', { about: 'the word paginata' });
    const whole = (await seeker.client.get('/search/people?q=paginata&limit=50')).body.items;
    expect(whole).toHaveLength(12);
    for (const limit of [1, 3, 4, 5, 11, 12])
      expect(await everyPage(seeker.client, '/search/people?q=paginata', limit), `by ${limit}`).toMatchObject(whole);
  });

  it('returns nothing for an empty query', async () => {
    for (const query of ['', 'q=', 'q=%20%20', 'skill=', 'q=&skill=%20']) expect(await names(query)).toEqual([]);
  });

  it.each(['limit=0', 'limit=51', 'limit=many', 'cursor=x', 'cursor=7.1', `q=${'x'.repeat(101)}`, 'q=a&q=b', 'q=%00'])(
    'refuses %s',
    async (query) => {
      for (const kind of ['people', 'projects'])
        expect((await seeker.client.get(`/search/${kind}?${query}`)).status).toBe(400);
    },
  );
});

await describeOnEachDatabase('a search among many people', (engine) => {
  const upstream = useUpstream({ engine });
  beforeAll(async () => {
    const ids = await storeUsers(upstream.connection, 4000);
    for (const some of [ids.slice(0, -2), ids.slice(-2, -1), ids.slice(-1)])
      await transact(upstream.db, (trx) => indexPeople(trx, some));
  });

  it('finds them by rare and by common terms, the newest first', async () => {
    const seeker = await upstream.signUp({ firstName: 'Zzz', lastName: 'Zzz' });
    for (const [q, count] of [
      ['person3999', 1],
      ['storm', 20],
      ['person399', 11],
      ['nothinglikethis', 0],
      ['p person3999', 1],
      ['pe nothinglikethis', 0],
    ] as const)
      expect((await seeker.client.get(`/search/people?q=${q}`)).body.items, q).toHaveLength(count);
    const newest = await seeker.client.get('/search/people?q=storm&limit=2');
    expect(newest.body.items.map(({ firstName }: SignedUp) => firstName)).toEqual(['Person3999', 'Person3998']);
  });

  // tests/sweep/query-plans.test.ts tests that no plan reads a whole table.
  if (engine === 'postgres')
    it('collects nobody by an excluded term, or by two letters when nobody matches the longer word', async () => {
      const plans = await upstream.db.transaction().execute(async (trx) => {
        await sql`set local enable_seqscan = off`.execute(trx);
        const explained: string[] = [];
        for (const [q, skill] of [['rust', 'go'], ['fi nothinglikethis']] as const)
          for (const query of rankedQueries(q, skill)) {
            const page = { viewerId: '', query, below: Number.MAX_SAFE_INTEGER, limit: 21 };
            const plan = sql<Record<string, string>>`explain analyze ${postgresMatches('people_search', page, 2001)}`;
            explained.push((await plan.execute(trx)).rows.map((row) => row['QUERY PLAN']).join('\n'));
          }
        return explained;
      });
      for (const plan of plans) expect(plan).not.toMatch(/Index Cond: .*!/);
      expect(plans.join('\n')).toMatch(
        /Bitmap Index Scan on people_search_index [^\n]*\(never executed\)\n +Index Cond: [^\n]*'nfi'/,
      );
    });
});
