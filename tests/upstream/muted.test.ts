import { expect, it } from 'vitest';
import { newProject } from '#tests/support/acts.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';

await describeOnEachDatabase('muting', (engine) => {
  const upstream = useUpstream({ engine });

  const ids = (people: { _id: string }[]) => people.map(({ _id }) => _id);
  const feedOf = async ({ client }: SignedUp, order: string) =>
    ids((await client.get(`/user/feed?limit=50&order=${order}`)).body);
  const foundBy = async ({ client }: SignedUp, what: 'people' | 'projects', q: string) =>
    ids((await client.get(`/search/${what}?q=${q}`)).body.items);
  const projectsFor = async ({ client }: SignedUp) => ids((await client.get('/projects?limit=50')).body.project);

  it('hides a person and their projects from the one who mutes, and from nobody else', async () => {
    const [own, muted, other] = [await upstream.signUp(), await upstream.signUp(), await upstream.signUp()];
    await own.client.patch('/profile/edit', { skills: ['Go'] });
    await muted.client.patch('/profile/edit', { skills: ['Go'], about: 'Zebra' });
    const project = await newProject(muted, { projectName: 'Zebra crossing' });
    expect(await foundBy(own, 'people', 'zebra')).toEqual([muted.id]);
    const seenByMuted = (await muted.client.get(`/profile/${own.id}`)).text;

    expect((await own.client.post(`/user/mute/${muted.id}`)).status).toBe(200);
    expect((await own.client.post(`/user/mute/${muted.id}`)).status, 'again').toBe(200);
    expect(await foundBy(own, 'people', 'zebra')).toEqual([]);
    expect(await projectsFor(own)).not.toContain(project);
    expect(await feedOf(other, 'newest')).toContain(muted.id);
    expect(await feedOf(muted, 'newest')).toContain(own.id);
    expect((await muted.client.get(`/profile/${own.id}`)).text).toBe(seenByMuted);
    const list = (await own.client.get('/user/muted')).body;
    expect(list).toMatchObject({ items: [{ user: { _id: muted.id } }], words: [] });
    expect((await own.client.get('/profile/export')).body.mutedPeople).toMatchObject([{ userId: muted.id }]);

    expect((await own.client.delete(`/user/mute/${muted.id}`)).status).toBe(200);
    expect((await own.client.delete(`/user/mute/${muted.id}`)).status).toBe(404);
    expect(await feedOf(own, 'newest')).toContain(muted.id);
    expect(await projectsFor(own)).toContain(project);
  });

  it('hides people and projects that say a muted word, whatever its case and accents, and only whole words', async () => {
    const [own, says, part] = [await upstream.signUp(), await upstream.signUp(), await upstream.signUp()];
    await says.client.patch('/profile/edit', { about: 'All about CRÉPES!', skills: ['Go'] });
    await part.client.patch('/profile/edit', { headline: 'Crepespan', skills: ['Go'] });
    await own.client.patch('/profile/edit', { skills: ['Go'] });
    const project = await newProject(part, { projectName: 'One', description: 'crepes, again' });
    for (const word of ['Crepes', 'crépes', '  spam ']) await own.client.post('/user/muted-words', { word });
    expect((await own.client.get('/user/muted')).body.words).toEqual(['crépes', 'spam']);
    for (const order of ['newest', 'match']) {
      expect(await feedOf(own, order)).not.toContain(says.id);
      expect(await feedOf(own, order)).toContain(part.id);
    }
    expect(await projectsFor(own)).not.toContain(project);
    expect(await foundBy(own, 'projects', 'again')).toEqual([]);
    expect(await foundBy(own, 'people', 'about')).toEqual([]);
    expect((await own.client.get('/profile/export')).body.mutedWords).toEqual(['crépes', 'spam']);
    await own.client.send('DELETE', '/user/muted-words', { word: 'crepes' });
    expect(await projectsFor(own)).toContain(project);
  });

  it('adds and removes single words, whatever was changed elsewhere meanwhile', async () => {
    const own = await upstream.signUp();
    const one = (method: string, word: string) => own.client.send(method, '/user/muted-words', { word });
    await Promise.all(['spam', 'Crepes', 'zebra'].map((word) => one('POST', word)));
    expect((await one('POST', 'crépes')).body).toEqual({ words: ['crépes', 'spam', 'zebra'] });
    await Promise.all([one('DELETE', 'SPAM'), one('DELETE', 'zebra')]);
    expect((await one('DELETE', 'zebra')).body, 'again').toEqual({ words: ['crépes'] });
    const rows = Array.from({ length: 99 }, (_, i) => ({ user_id: own.id, word_key: `word${i}`, word: `word${i}` }));
    await upstream.db.insertInto('muted_words').values(rows).execute();
    expect((await one('POST', 'oneMore')).status).toBe(409);
    expect((await own.client.get('/user/muted')).body.words).toHaveLength(100);
  });

  it('refuses a text that is no word, the caller’s own id, and the id of a deleted account', async () => {
    const [own, other] = [await upstream.signUp(), await upstream.signUp()];
    for (const word of ['two words', 'x', '%', 'a_b', ['word']])
      expect((await own.client.post('/user/muted-words', { word })).status, String(word)).toBe(422);
    expect((await own.client.post(`/user/mute/${own.id}`)).status).toBe(409);
    await other.client.delete('/profile', { password: other.password });
    expect((await own.client.post(`/user/mute/${other.id}`)).status).toBe(404);
  });
});
