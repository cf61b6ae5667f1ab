import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '#tests/support/count-statements.ts';
import { everyPage } from '#tests/support/every-page.ts';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { findPublicProfile, findPublicProject } from '#upstream/features/public/public-store.ts';

const nobody = 'f'.repeat(24);

await describeOnEachDatabase('public pages', (engine) => {
  let upstream: StartedUpstream;
  let ada: SignedUp;
  beforeAll(async () => {
    upstream = await startUpstream({ engine });
    ada = await upstream.signUp({ firstName: 'Ada', lastName: 'Lovelace' });
  });
  afterAll(() => upstream.close());

  const open = (path: string) => upstream.client().get(path);
  const newProject = async (fields: object = {}): Promise<string> =>
    (await ada.client.post('/create-project', { projectName: 'Engine', ...fields })).body.project._id;
  const show = (id: string, isPublic: boolean) => ada.client.patch(`/project/edit/${id}`, { isPublic });

  describe('a project', () => {
    it('is visible without an account once its creator has switched that on, and no longer once it is off', async () => {
      const said = { description: '# Hello', roles: [{ name: 'Design', filled: false }], hoursPerWeek: 3 };
      const id = await newProject({ skills: ['Go'], ...said });
      expect((await open(`/public/project/${id}`)).status).toBe(404);
      await show(id, true);
      const reply = await open(`/public/project/${id}`);
      expect(reply.body).toEqual({
        project: {
          _id: id,
          projectName: 'Engine',
          skills: ['Go'],
          ...said,
          creator: { firstName: 'Ada' },
        },
      });
      expect(reply.headers.get('cache-control')).toBe('public, max-age=60');
      expect(reply.headers.get('set-cookie')).toBeNull();
      await show(id, false);
      expect((await open(`/public/project/${id}`)).status).toBe(404);
    });

    it('can be public from the start, and its creator is asked only while nothing was chosen', async () => {
      const id = await newProject({ isPublic: true });
      expect((await open(`/public/project/${id}`)).status).toBe(200);
      const unasked = await newProject();
      const seenBy = async (person: SignedUp, project: string) =>
        (await person.client.get(`/project/view/${project}`)).body.project.isPublic;
      const ben = await upstream.signUp();
      expect([await seenBy(ada, id), await seenBy(ben, id)]).toEqual([true, true]);
      expect([await seenBy(ada, unasked), await seenBy(ben, unasked)]).toEqual([undefined, undefined]);
      await show(unasked, false);
      expect([await seenBy(ada, unasked), await seenBy(ben, unasked)]).toEqual([false, undefined]);
    });

    it('names its creator in full only where the creator is public too', async () => {
      const cho = await upstream.signUp({ firstName: 'Cho', lastName: 'Kim' });
      const { body } = await cho.client.post('/create-project', { projectName: 'Kite', isPublic: true });
      const creator = async () => (await open(`/public/project/${body.project._id}`)).body.project.creator;
      expect(await creator()).toEqual({ firstName: 'Cho' });
      await cho.client.patch('/profile/edit', { isPublic: true });
      expect(await creator()).toEqual({ _id: cho.id, firstName: 'Cho', lastName: 'Kim' });
    });
  });

  describe('a profile', () => {
    it('is not visible until the person says so, and shows their public projects alone', async () => {
      const dan = await upstream.signUp({ firstName: 'Dan', lastName: 'Ng' });
      const projects = ['Shown', 'Hidden', 'Unasked'].map((projectName) => ({ projectName }));
      const ids: string[] = [];
      for (const project of projects) ids.push((await dan.client.post('/create-project', project)).body.project._id);
      await dan.client.patch(`/project/edit/${ids[0]}`, { isPublic: true });
      await dan.client.patch(`/project/edit/${ids[1]}`, { isPublic: false });
      expect((await open(`/public/profile/${dan.id}`)).status).toBe(404);
      const saved = await dan.client.patch('/profile/edit', { isPublic: true, skills: ['Rust'], headline: 'Builds' });
      expect(saved.body.data.isPublic).toBe(true);
      expect((await open(`/public/profile/${dan.id}`)).body.user).toEqual({
        _id: dan.id,
        firstName: 'Dan',
        lastName: 'Ng',
        headline: 'Builds',
        skills: ['Rust'],
        projects: [{ _id: ids[0], projectName: 'Shown' }],
      });
      await dan.client.patch('/profile/edit', { isPublic: false });
      expect((await open(`/public/profile/${dan.id}`)).status).toBe(404);
    });
  });

  it('unknown, switched off and malformed are one 404, word for word, after one statement each', async () => {
    const off = await newProject({ isPublic: false });
    const unasked = await newProject();
    const without = ({ requestId: _, ...body }: Record<string, unknown>) => body;
    const answers = [];
    for (const [kind, ids] of [
      ['project', [nobody, off, unasked, 'x', ada.id]],
      ['profile', [nobody, ada.id, 'x', off]],
    ] as const)
      for (const id of ids) {
        const reply = await open(`/public/${kind}/${id}`);
        answers.push([reply.status, without(reply.body), reply.headers.get('cache-control')]);
      }
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify([404, { code: 'not_found', message: 'There is nothing here.' }, 'no-store'])]),
    );
    for (const id of [nobody, off, unasked]) expect(await statements((db) => findPublicProject(db, id))).toBe(1);
    for (const id of [nobody, ada.id]) expect(await statements((db) => findPublicProfile(db, id))).toBe(1);
  });

  async function statements(work: (db: StartedUpstream['db']) => Promise<unknown>): Promise<number> {
    const counted = countStatements(upstream.db);
    expect(await work(counted.db)).toBeUndefined();
    return counted.count();
  }

  it('are listed for the sitemap page by page, those of suspended people left out', async () => {
    const [fay, gil] = [await upstream.signUp(), await upstream.signUp()];
    for (const person of [fay, gil]) {
      await person.client.patch('/profile/edit', { isPublic: true });
      await person.client.post('/create-project', { projectName: 'Listed', isPublic: true });
    }
    await upstream.db.updateTable('users').set({ suspended_at: 1 }).where('id', '=', gil.id).execute();
    const hidden = await newProject({ isPublic: false });
    for (const kind of ['profile', 'project']) {
      const whole = (await open(`/public/pages?kind=${kind}`)).body;
      const ids = whole.items.map(({ _id }: { _id: string }) => _id);
      expect(whole.nextCursor).toBeNull();
      expect(ids).not.toContain(gil.id);
      expect(ids).not.toContain(hidden);
      expect(ids).toEqual([...ids].sort().reverse());
      const paged = (await everyPage(upstream.client(), `/public/pages?kind=${kind}`, 1)).map(({ _id }) => _id);
      expect(paged).toEqual(ids);
    }
    expect((await open('/public/pages?kind=profile')).body.items[0]._id).toBe(fay.id);
    expect((await open('/public/pages')).status).toBe(400);
  });

  it('contain no column of a person or a project but those that the page prints', async () => {
    const hal = await upstream.signUp();
    const { body } = await hal.client.post('/create-project', { projectName: 'P', isPublic: true });
    const id = body.project._id;
    const mark = async (table: 'users' | 'projects', row: string) => {
      const tables = await upstream.db.introspection.getTables();
      const columns = tables.find(({ name }) => name === table)?.columns ?? [];
      const texts = columns.filter(({ name, dataType }) => /text/i.test(dataType) && !/(^|_)id$/.test(name));
      const numbers = columns.filter(
        ({ name, dataType }) =>
          /int/i.test(dataType) &&
          !['is_public', 'deleted_at', 'suspended_at', 'hidden_at', 'erase_at', 'password_version'].includes(name) &&
          // The page prints it.
          name !== 'hours_per_week',
      );
      expect(texts.length + numbers.length).toBeGreaterThan(5);
      for (const { name } of texts)
        await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${`marked-${table}-${name}.`} where id = ${row}`.execute(
          upstream.db,
        );
      for (const { name } of numbers)
        await sql`update ${sql.table(table)} set ${sql.ref(name)} = 987654 where id = ${row}`.execute(upstream.db);
    };
    await mark('users', hal.id);
    await mark('projects', id);
    const marks = (text: string) => [...text.matchAll(/marked-([\w-]+)\./g)].map(([, name]) => name).sort();
    // Without the client, which would refuse the marks where a reply has words of a list.
    const textOf = async (path: string) => (await fetch(upstream.url + path)).text();
    const project = await textOf(`/public/project/${id}`);
    expect(marks(project)).toEqual([
      'projects-demo_url',
      'projects-description',
      'projects-image_alt',
      'projects-image_url',
      'projects-name',
      'projects-repository_url',
      'projects-stage',
      'users-first_name',
    ]);
    await upstream.db.updateTable('users').set({ is_public: 1 }).where('id', '=', hal.id).execute();
    const profile = await textOf(`/public/profile/${hal.id}`);
    expect(marks(profile)).toEqual([
      'projects-image_alt',
      'projects-image_url',
      'projects-name',
      'users-about',
      'users-cover_url',
      'users-first_name',
      'users-headline',
      'users-last_name',
      'users-photo_url',
    ]);
    // 987654 ms after 1970, which is what a time would show.
    for (const text of [project, profile]) expect(text).not.toMatch(/987654|1970/);
  });
});
