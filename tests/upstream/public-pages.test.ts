import { beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '#tests/support/count-statements.ts';
import { everyPage } from '#tests/support/every-page.ts';
import type { SignedUp, StartedUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import { findPublicProfile, findPublicProject } from '#upstream/features/public/public-store.ts';

const nobody = 'f'.repeat(24);

await describeOnEachDatabase('public pages', (engine) => {
  const upstream = useUpstream({ engine });
  let ada: SignedUp;
  beforeAll(async () => {
    ada = await upstream.signUp({ firstName: 'Ada', lastName: 'Lovelace' });
  });

  const open = (path: string) => upstream.client().get(path);
  const newProject = async (fields: object = {}): Promise<string> =>
    (await ada.client.post('/create-project', { projectName: 'Engine', ...fields })).body.project._id;
  const show = (id: string, isPublic: boolean) => ada.client.patch(`/project/edit/${id}`, { isPublic });

  describe('a project', () => {
    it('is visible without an account once its creator has switched that on, and no longer once it is off', async () => {
      const said = {
        ...{ description: '# Hello', roles: [{ name: 'Design', filled: false }], hoursPerWeek: 3, status: 'live' },
        ...{ repositoryUrl: 'https://a.test/', demoUrl: 'https://b.test/', projectImage: 'https://c.test/a.png' },
      };
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
      const printed = {
        ...{ headline: 'Builds', about: 'With care', skills: ['Rust'] },
        ...{ photoUrl: 'https://a.test/a.png', coverUrl: 'https://a.test/b.png' },
      };
      const inside = {
        ...{ location: 'Ghent', githubUrl: 'https://github.com/dan', websiteUrl: 'https://dan.test' },
        ...{ lookingFor: ['pair'], hoursPerWeek: 7 },
      };
      const saved = await dan.client.patch('/profile/edit', { isPublic: true, ...printed, ...inside });
      expect(saved.body.data.isPublic).toBe(true);
      expect((await open(`/public/profile/${dan.id}`)).body.user).toEqual({
        _id: dan.id,
        firstName: 'Dan',
        lastName: 'Ng',
        ...printed,
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

  it('are listed for the sitemap page by page', async () => {
    const [fay, gil] = [await upstream.signUp(), await upstream.signUp()];
    for (const person of [fay, gil]) {
      await person.client.patch('/profile/edit', { isPublic: true });
      await person.client.post('/create-project', { projectName: 'Listed', isPublic: true });
    }
    for (const kind of ['profile', 'project']) {
      const whole = (await open(`/public/pages?kind=${kind}`)).body;
      const ids = whole.items.map(({ _id }: { _id: string }) => _id);
      expect(whole.nextCursor).toBeNull();
      expect(ids).toEqual([...ids].sort().reverse());
      const paged = (await everyPage(upstream.client(), `/public/pages?kind=${kind}`, 1)).map(({ _id }) => _id);
      expect(paged).toEqual(ids);
    }
    expect((await open('/public/pages?kind=profile')).body.items[0]._id).toBe(gil.id);
    expect((await open('/public/pages')).status).toBe(400);
  });
});
