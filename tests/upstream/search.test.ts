import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import type { Db } from '#upstream/db/connection.ts';
import { emptyProfile } from '#upstream/features/people/profile-store.ts';
import { postgresMatches, postgresWalk } from '#upstream/features/search/postgres-hits.ts';
import { indexPeople, indexProjects } from '#upstream/features/search/search-index.ts';
import { rankedQueries } from '#upstream/features/search/search-text.ts';
import { sqliteHits } from '#upstream/features/search/sqlite-hits.ts';
import { newId } from '#upstream/ids.ts';

await describeOnEachDatabase('search', (engine) => {
  let upstream: StartedUpstream;
  let seeker: SignedUp;
  beforeAll(async () => {
    upstream = await startUpstream({ engine });
    seeker = await upstream.signUp({ firstName: 'Seeker', lastName: 'Quiet' });
  });
  afterAll(() => upstream.close());

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

  it('finds projects in the same way, and forgets those that are deleted', async () => {
    const maker = await person('Maker', 'Of Things');
    const make = async (fields: object) => (await maker.client.post('/create-project', fields)).body.project._id;
    await make({ projectName: 'Quiet Pager', description: 'counts alerts, with zebras' });
    await make({ projectName: 'Other', skills: ['Zebra'] });
    const id = await make({ projectName: 'Zebrawood', description: 'nothing' });
    expect(await find('zebra', 'projects')).toEqual(['Zebrawood', 'Other', 'Quiet Pager']);
    await maker.client.patch(`/project/edit/${id}`, { projectName: 'Renamed' });
    expect(await find('zebra', 'projects')).toEqual(['Other', 'Quiet Pager']);
    expect(await find('renamed', 'projects')).toEqual(['Renamed']);
    await maker.client.delete(`/project/${id}`);
    expect(await find('renamed', 'projects')).toEqual([]);
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
    const whole = await names('q=paginata&limit=50');
    expect(whole).toHaveLength(12);
    for (const limit of [1, 3, 4, 5, 11, 12]) {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const reply = await seeker.client.get(
          `/search/people?q=paginata&limit=${limit}${cursor && `&cursor=${cursor}`}`,
        );
        expect(reply.body.items.length).toBeLessThanOrEqual(limit);
        seen.push(...reply.body.items.map((item: { firstName: string }) => item.firstName));
        cursor = reply.body.nextCursor;
      }
      expect(seen, `by ${limit}`).toEqual(whole);
    }
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

  it('takes any text as a query, the syntax of the engines too', async () => {
    const syntax = [
      '"',
      '*',
      'a*',
      'NEAR(a b)',
      'a AND',
      'NOT',
      'terms : x',
      "' | !a",
      ':*',
      'a:*b',
      '\\',
      '-a',
      '^a',
      '()',
      '%',
    ];
    for (const q of syntax) await find(q);
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.string({ maxLength: 30 }),
        async (q, skill) => {
          const reply = await seeker.client.get(
            `/search/people?q=${encodeURIComponent(q.toWellFormed())}&skill=${encodeURIComponent(skill.toWellFormed())}`,
          );
          expect([200, 400]).toContain(reply.status);
        },
      ),
      { numRuns: 60 },
    );
  });
});

await describeOnEachDatabase('the plans of the search', (engine) => {
  let upstream: StartedUpstream;
  beforeAll(async () => {
    upstream = await startUpstream({ engine });
    await fillMany(upstream, 20_000);
  });
  afterAll(() => upstream.close());

  const queries = [...rankedQueries('amara dev', undefined), ...rankedQueries('rust', 'go')];

  it('read an index and never the whole table', async () => {
    for (const table of ['people_search', 'project_search'] as const)
      for (const query of queries) {
        const page = { viewerId: 'f'.repeat(24), query, below: Number.MAX_SAFE_INTEGER, limit: 21 };
        if (engine === 'sqlite') {
          const plan = await sql<{ detail: string }>`explain query plan ${sqliteHits(table, page)}`.execute(
            upstream.db,
          );
          const steps = plan.rows.map((row) => row.detail);
          // "M" is FTS5's mark for an indexed MATCH; a bare SCAN of the table would be a full scan.
          expect(steps[0]).toBe('CO-ROUTINE hit');
          expect(steps[1]).toMatch(new RegExp(`^SCAN ${table}_index VIRTUAL TABLE INDEX \\d+:(.*)M`));
          expect(steps[2]).toBe('SCAN hit');
          expect(steps[3]).toBe('SEARCH entry USING INTEGER PRIMARY KEY (rowid=?)');
          // The rest looks the person up among the blocks and preferences, and a project among the projects.
          for (const step of steps.slice(4))
            expect(step).toMatch(
              /^SEARCH (blocks|mutes|muted_words|projects|preferences|decisions|connections)( EXISTS)? USING|^CORRELATED|^CO-ROUTINE found|^SCAN found$/,
            );
        } else {
          const explain = async (db: Db, query: RawBuilder<unknown>) => {
            const plan = await sql<Record<string, string>>`explain ${query}`.execute(db);
            return plan.rows.map((row) => row['QUERY PLAN']).join('\n');
          };
          const plans = await upstream.db.transaction().execute(async (trx) => {
            const first = await explain(trx, postgresWalk(table, page, 1000));
            await sql`set local enable_seqscan = off`.execute(trx);
            await sql`set local enable_indexscan = off`.execute(trx);
            const rare = await explain(trx, postgresMatches(table, page, 2001));
            await sql`set local enable_indexscan = on`.execute(trx);
            await sql`set local enable_bitmapscan = off`.execute(trx);
            return [first, rare, await explain(trx, postgresWalk(table, page, 20_000))];
          });
          expect(plans[0]).toContain(`Index Scan Backward using ${table}_pkey`);
          expect(plans[1]).toContain(`Bitmap Index Scan on ${table}_index`);
          // If the excluded terms were a condition of the index, it would collect everybody who matches them.
          expect(plans[1]).not.toMatch(/Index Cond: .*!/);
          expect(plans[2]).toContain(`Index Scan Backward using ${table}_pkey`);
          // Empty tables of blocks, mutes, preferences and relations are read from end to end; query-plans.test.ts reads them by their indexes.
          for (const plan of plans)
            expect(plan).not.toMatch(/Seq Scan on (?!blocks|mute|preferences|decisions|connections)/);
        }
      }
  });

  it('find people by rare and by common terms, the newest first', async () => {
    const seeker = await upstream.signUp({ firstName: 'Zzz', lastName: 'Zzz' });
    for (const [q, count] of [
      ['first19999', 1],
      ['commonly', 20],
      ['seldom', 20],
      ['developer', 20],
      ['nothinglikethis', 0],
      ['f first19999', 1],
      ['fi nothinglikethis', 0],
    ] as const) {
      const reply = await seeker.client.get(`/search/people?q=${encodeURIComponent(q)}`);
      expect(reply.body.items, q).toHaveLength(count);
    }
    const newest = await seeker.client.get('/search/people?q=commonly&limit=2');
    expect(newest.body.items.map((item: { firstName: string }) => item.firstName)).toEqual([
      'First19999',
      'First19998',
    ]);
  });

  if (engine === 'postgres')
    it('collect nobody by a letter or two when nobody matches the longer word', async () => {
      const [query] = rankedQueries('fi nothinglikethis', undefined);
      const page = { viewerId: '', query: query ?? { term: '' }, below: Number.MAX_SAFE_INTEGER, limit: 21 };
      const plan = await upstream.db.transaction().execute(async (trx) => {
        await sql`set local enable_seqscan = off`.execute(trx);
        await sql`set local enable_indexscan = off`.execute(trx);
        const explained = sql<Record<string, string>>`explain analyze ${postgresMatches('people_search', page, 2001)}`;
        return (await explained.execute(trx)).rows.map((row) => row['QUERY PLAN']).join('\n');
      });
      expect(plan).toMatch(
        /Bitmap Index Scan on people_search_index [^\n]*\(never executed\)\n +Index Cond: [^\n]*'nfi'/,
      );
    });
});

async function fillMany({ db }: StartedUpstream, count: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (let start = 0; start < count; start += 500) {
      const people = Array.from({ length: 500 }, (_, i) => ({
        ...emptyProfile,
        id: newId(1_700_000_000_000 + start + i),
        first_name: `First${start + i}`,
        last_name: (start + i) % 100 === 0 ? 'Seldom' : 'Commonly',
        about: 'a developer of things',
        created_at: 1,
        updated_at: 1,
      }));
      await trx.insertInto('users').values(people).execute();
      await indexPeople(
        trx,
        people.map((one) => one.id),
      );
      const projects = people.slice(0, 100).map((one) => ({
        id: one.id,
        creator_id: one.id,
        name: 'A project',
        image_url: '',
        image_alt: '',
        description: 'rust and go',
        created_at: 1,
        updated_at: 1,
      }));
      await trx.insertInto('projects').values(projects).execute();
      await indexProjects(
        trx,
        projects.map((one) => one.id),
      );
    }
  });
  await sql`analyze`.execute(db);
}
