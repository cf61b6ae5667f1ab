import { beforeAll, describe, expect, it } from 'vitest';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import { suggestSkills } from '#upstream/features/skills/suggest-skills.ts';

await describeOnEachDatabase('skills', (engine) => {
  const upstream = useUpstream({ engine });
  let ann: SignedUp;
  beforeAll(async () => {
    ann = await upstream.signUp({ firstName: 'Ann', lastName: 'Example' });
  });

  async function person(skills: readonly string[]): Promise<SignedUp> {
    const one = await upstream.signUp();
    expect((await one.client.patch('/profile/edit', { skills })).status).toBe(200);
    return one;
  }
  const skillsOf = async ({ client }: SignedUp) => (await client.get('/profile/view')).body.skills;
  const found = async (path: string) =>
    (await ann.client.get(path)).body.items.map((item: { _id: string }) => item._id) as string[];

  it('have their listed names in every answer, each once, and the rest as it was written', async () => {
    const one = await person(['postgres', 'k8s', 'Quilting', 'PostgreSQL', 'typescript', 'postgresql']);
    expect(await skillsOf(one)).toEqual(['PostgreSQL', 'Kubernetes', 'Quilting', 'TypeScript']);
    const made = await one.client.post('/create-project', {
      projectName: 'Loom',
      skills: ['node js', 'nodejs', 'golang'],
    });
    expect(made.body.project.skills).toEqual(['Node.js', 'Go']);
    const { _id: projectId } = made.body.project;
    expect((await one.client.patch(`/project/edit/${projectId}`, { skills: ['reactjs'] })).body.project.skills).toEqual(
      ['React'],
    );
  });

  it('are found by every spelling, in search, feed and projects', async () => {
    const one = await person(['Kubernetes']);
    const made = await one.client.post('/create-project', { projectName: 'Ship', skills: ['k8s'] });
    for (const spelling of ['k8s', 'kubernets', 'KUBERNETES']) {
      expect(await found(`/search/people?q=${spelling}`), spelling).toContain(one.id);
      expect(await found(`/search/people?skill=${spelling}`), spelling).toContain(one.id);
      expect(await found(`/search/projects?skill=${spelling}`), spelling).toEqual([made.body.project._id]);
      const feed = (await ann.client.get(`/user/feed?order=match&skill=${spelling}`)).body as { _id: string }[];
      expect(
        feed.map(({ _id }) => _id),
        spelling,
      ).toContain(one.id);
    }
  });

  it('are found by a spelling among other words, unless it is short and says too little', async () => {
    const one = await person(['PostgreSQL', '.NET']);
    await one.client.patch('/profile/edit', { about: 'Tidies databases' });
    expect(await found('/search/people?q=postgres%20tidies')).toEqual([one.id]);
    expect(await found('/search/people?q=net%20tidies')).toEqual([one.id]);
    const other = await person(['.NET']);
    await other.client.patch('/profile/edit', { about: 'Knits' });
    expect(await found('/search/people?q=dotnet%20knits')).toEqual([other.id]);
  });

  it('keep the spelling of their person, which only the export shows, also when a form sends the names back', async () => {
    const one = await person(['postgres', 'Quilting']);
    await one.client.patch('/profile/edit', { skills: ['Quilting', 'PostgreSQL', 'Go'] });
    const { skills } = (await one.client.get('/profile/export')).body;
    expect(skills).toEqual([
      { name: 'Quilting', spelling: 'Quilting' },
      { name: 'PostgreSQL', spelling: 'postgres' },
      { name: 'Go', spelling: 'Go' },
    ]);
    expect(await skillsOf(one)).toEqual(['Quilting', 'PostgreSQL', 'Go']);
  });

  it('are suggested to whoever is logged in, with their other spellings, and to nobody else', async () => {
    const reply = await ann.client.get('/skills?q=postg&limit=2');
    expect(reply.status).toBe(200);
    expect(reply.body.items[0]).toMatchObject({
      name: 'PostgreSQL',
      synonyms: expect.arrayContaining(['postgres', 'psql']),
    });
    expect(reply.body.items.length).toBeLessThanOrEqual(2);
    expect((await ann.client.get('/skills?limit=0')).status).toBe(400);
    expect((await ann.client.get(`/skills?q=${'x'.repeat(41)}`)).status).toBe(400);
  });
});

describe('suggestions of skills', () => {
  it.each([
    ['k8s', 'Kubernetes'],
    ['c', 'C'],
    ['c+', 'C++'],
    ['kuberntees', 'Kubernetes'],
    ['typscr', 'TypeScript'],
    ['learning', 'Machine learning'],
  ])('for %s have %s in front', (typed, name) => {
    expect(suggestSkills(typed, 3).map((skill) => skill.name)).toContain(name);
  });

  it('are empty for a text that resembles no skill, and the first listed ones for an empty text', () => {
    expect(suggestSkills('zzzzqqqq', 10)).toEqual([]);
    expect(suggestSkills('  ', 3)).toHaveLength(3);
  });
});
