import { beforeEach, expect, it } from 'vitest';
import { minute } from '#shared/durations.ts';
import { joinProject, newProject, upload } from '#tests/support/acts.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import { transact } from '#upstream/db/transaction.ts';
import { eraseDeletedProjects } from '#upstream/features/projects/deleted-projects.ts';

await describeOnEachDatabase('a deleted project', (engine) => {
  let ada: SignedUp;
  let ben: SignedUp;
  let now = Date.now();
  let id: string;
  const upstream = useUpstream({ engine, now: () => now });
  beforeEach(async () => {
    [ada, ben] = await upstream.signUpMany(2);
    const roles = [{ name: 'Design', filled: false }];
    id = await newProject(ada, { projectName: 'Quillwort', isPublic: true, roles });
    await ben.client.post(`/project/interest/${id}`, { role: 'Design' });
  });

  const paths = () => [
    `/project/view/${id}`,
    `/public/project/${id}`,
    '/projects',
    `/myprojects/${ada.id}`,
    '/search/projects?q=quillwort',
    '/projects/interested&accepted',
    '/public/pages?kind=project',
    `/public/profile/${ada.id}`,
    '/notifications',
  ];
  const seenBy = async ({ client }: SignedUp) => {
    const replies = await Promise.all(paths().map(async (path) => [path, (await client.get(path)).text] as const));
    return replies.filter(([, text]) => text.includes(id)).map(([path]) => path);
  };
  const erase = () => transact(upstream.db, (trx) => eraseDeletedProjects(trx, now));
  const rows = () => upstream.db.selectFrom('projects').select('id').where('id', '=', id).execute();

  it('is hidden from everybody at once, and nobody changes, answers or reports it', async () => {
    const { items } = (await ada.client.get(`/project/interest/${id}`)).body;
    expect(await seenBy(ada)).toContain('/notifications');
    const reply = await ada.client.delete(`/project/${id}`);
    expect(reply.body.restorableUntil).toBe(new Date(now + 10 * minute).toISOString());
    expect([await seenBy(ada), await seenBy(ben)]).toEqual([[], []]);
    const late = [
      await ada.client.delete(`/project/${id}`),
      await ada.client.patch(`/project/edit/${id}`, { description: 'x' }),
      await ada.client.get(`/project/interest/${id}`),
      await ada.client.post(`/project/interest/review/accepted/${items[0]._id}`),
      await ben.client.post(`/project/interest/${id}`, {}),
      await ben.client.post('/report', { kind: 'project', id, reason: 'spam' }),
      await ben.client.post(`/project/${id}/restore`),
    ];
    expect(late.map(({ status }) => status)).toEqual(late.map(() => 404));
  });

  it('comes back with everything that belongs to it, within ten minutes', async () => {
    const before = (await ben.client.get(`/project/view/${id}`)).body.project;
    await ada.client.delete(`/project/${id}`);
    now += 10 * minute - 1;
    await erase();
    expect((await ada.client.post(`/project/${id}/restore`)).status).toBe(200);
    expect((await ben.client.get(`/project/view/${id}`)).body.project).toEqual(before);
    expect(await seenBy(ben)).toContain('/search/projects?q=quillwort');
    expect((await ada.client.post(`/project/${id}/restore`)).status, 'once').toBe(404);
    now += 11 * minute;
    await erase();
    expect(await rows()).toHaveLength(1);
  });

  it('is erased after ten minutes with its updates, whose pictures nothing shows any more, and does not come back', async () => {
    const { _id: mediaId, url } = (await upload(ada)).body;
    await ada.client.post(`/project/${id}/update`, { text: 'Look', picture: { url } });
    const uses = () => upstream.db.selectFrom('media_owners').select('uses').where('media_id', '=', mediaId).execute();
    expect(await uses()).toEqual([{ uses: 1 }]);
    await ada.client.delete(`/project/${id}`);
    now += 10 * minute;
    expect((await ada.client.post(`/project/${id}/restore`)).status).toBe(404);
    expect(await erase()).toBe(false);
    expect(await rows()).toEqual([]);
    const left = upstream.db.selectFrom('project_interests').select('id').where('project_id', '=', id);
    expect(await left.execute()).toEqual([]);
    expect(await uses()).toEqual([{ uses: 0 }]);
  });

  it('that is erased with the account of its creator leaves no picture of a former member counted as shown', async () => {
    const [owner, member] = [await upstream.signUp(), await upstream.signUp()];
    const projectId = await newProject(owner);
    await joinProject(member, owner, projectId);
    const { url } = (await upload(member)).body;
    await member.client.post(`/project/${projectId}/update`, { text: 'Look', picture: { url } });
    await member.client.delete(`/project/${projectId}/member/${member.id}`);
    await owner.client.delete('/profile', { password: owner.password });
    const uses = upstream.db.selectFrom('media_owners').select('uses').where('user_id', '=', member.id);
    expect(await uses.execute()).toEqual([{ uses: 0 }]);
  });
});
