import { beforeAll, expect, it } from 'vitest';
import { befriend, sendMessage, upload } from '#tests/support/acts.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import type { TestReply } from '#tests/support/test-client.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import { quotas as usual } from '#upstream/limits/quotas.ts';

await describeOnEachDatabase('quotas of an account', (engine) => {
  const quotas = {
    ...{ ...usual, projects: 2, projectSkills: 4, requests: 2, projectAsks: 1, blocks: 1 },
    ...{ reactions: 2, chatPictures: 1, pictures: 1 },
  };
  const upstream = useUpstream({ engine, quotas });
  let owner: SignedUp;
  beforeAll(async () => {
    owner = await upstream.signUp();
  });

  const create = (person: SignedUp, skills: string[] = []) =>
    person.client.post('/create-project', { projectName: 'One more', skills });

  function expectRefused(reply: TestReply, limit: number): void {
    expect(reply.status, reply.text).toBe(409);
    expect(reply.body).toMatchObject({ code: 'quota_reached', limit });
    expect(reply.body.message).toContain(String(limit));
  }

  it('hold projects, and one that is deleted makes room, which it needs to come back', async () => {
    const person = await upstream.signUp();
    const { _id } = (await create(person)).body.project;
    await create(person);
    expectRefused(await create(person), quotas.projects);
    await person.client.delete(`/project/${_id}`);
    const other = (await create(person)).body.project;
    expectRefused(await person.client.post(`/project/${_id}/restore`), quotas.projects);
    expect((await person.client.get(`/project/view/${_id}`)).status).toBe(404);
    await person.client.delete(`/project/${other._id}`);
    expect((await person.client.post(`/project/${_id}/restore`)).status).toBe(200);
  });

  it('hold the skills of all projects together, in new and edited ones', async () => {
    const person = await upstream.signUp();
    const { _id } = (await create(person, ['a', 'b', 'c'])).body.project;
    expectRefused(await create(person, ['d', 'e']), quotas.projectSkills);
    const edit = (skills: string[]) => person.client.patch(`/project/edit/${_id}`, { skills });
    expectRefused(await edit(['a', 'b', 'c', 'd', 'e']), quotas.projectSkills);
    expect((await person.client.get(`/project/view/${_id}`)).body.project.skills).toEqual(['a', 'b', 'C']);
    expect((await edit(['a', 'b', 'c', 'd'])).status).toBe(200);
  });

  it('hold requests that wait, rejected ones among them', async () => {
    const [person, one, two, three] = await upstream.signUpMany(4);
    const ask = (other: SignedUp) => person.client.post(`/request/interested/${other.id}`);
    const { _id } = (await ask(one)).body.data;
    await ask(two);
    await one.client.post(`/request/review/rejected/${_id}`);
    expectRefused(await ask(three), quotas.requests);
    await two.client.post(`/request/interested/${person.id}`);
    expect((await ask(three)).status, 'an accepted one waits no more').toBe(200);
  });

  it('hold the projects that somebody asks to join', async () => {
    const person = await upstream.signUp();
    const ids = [(await create(owner)).body.project._id, (await create(owner)).body.project._id];
    expect((await person.client.post(`/project/interest/${ids[0]}`, {})).status).toBe(200);
    expectRefused(await person.client.post(`/project/interest/${ids[1]}`, {}), quotas.projectAsks);
  });

  it('hold the people whom somebody blocks', async () => {
    const [person, one, two] = [await upstream.signUp(), await upstream.signUp(), await upstream.signUp()];
    expect((await person.client.post(`/user/block/${one.id}`)).status).toBe(200);
    expectRefused(await person.client.post(`/user/block/${two.id}`), quotas.blocks);
    await person.client.delete(`/user/block/${one.id}`);
    expect((await person.client.post(`/user/block/${two.id}`)).status).toBe(200);
  });

  it('hold reactions, and one that is taken back makes room; and pictures, in chats also those not sent yet', async () => {
    const [ann, ben] = [await upstream.signUp(), await upstream.signUp()];
    await befriend(ann, ben);
    const socket = await upstream.connect(ann);
    const messageId = await sendMessage(socket, { targetUserId: ben.id, text: 'x' });
    const react = (method: string, emoji: string) =>
      ben.client.send(method, `/message/${messageId}/reaction/${encodeURIComponent(emoji)}`);
    for (const emoji of ['👍', '👀']) expect((await react('PUT', emoji)).status).toBe(200);
    expectRefused(await react('PUT', '🚀'), quotas.reactions);
    await react('DELETE', '👀');
    expect((await react('PUT', '🚀')).status).toBe(200);

    expect((await upload(ann, { to: '/chat/picture' })).status).toBe(200);
    expectRefused(await upload(ann, { to: '/chat/picture' }), quotas.chatPictures);
    expect((await upload(ann)).status).toBe(200);
    expectRefused(await upload(ann, { colour: '#112233' }), quotas.pictures);
  });
});
