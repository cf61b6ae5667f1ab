import { expect, test } from 'vitest';
import { jsonType, outline, start, textType } from './setup.ts';

const unknown = '0123456789abcdef01234567';

test('create-project keeps everything but the picture, and a copy of the creator', async () => {
  const { upstream, as } = await start();
  const { _id, firstName, lastName, photoUrl, about, skills } = upstream.network.people.asha;
  const json = {
    projectName: 'Kite',
    projectImage: 'https://a.example/kite.png',
    skills: 'Zig, C',
    description: 'Up.',
  };
  const reply = await as('asha', 'POST', '/create-project', { json });
  expect(outline(reply)).toEqual([
    200,
    jsonType,
    {
      success: true,
      message: 'Succefully created project',
      project: {
        projectName: 'Kite',
        projectImage: expect.not.stringContaining('kite.png'),
        skills: ['Zig, C'],
        description: 'Up.',
        creator: { _id, firstName, lastName, photoUrl, about, skills },
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        __v: 0,
      },
    },
  ]);
  expect(Object.keys((reply.json as { project: object }).project).slice(-2)).toEqual(['_id', '__v']);
  await as('asha', 'PATCH', '/profile/edit', { json: { firstName: 'Anna' } });
  expect(upstream.documents.projects.at(-1)?.creator.firstName).toBe('Asha');
});

test('create-project needs a picture of any text, and nothing else beside a name', async () => {
  const { as } = await start();
  const reply = await as('asha', 'POST', '/create-project', { json: { projectName: 'Kite', projectImage: '' } });
  expect(reply.json).toMatchObject({ success: true, project: { projectName: 'Kite', skills: [] } });
  expect((reply.json as { project: object }).project).not.toHaveProperty('description');
});

test.each<[string, object]>([
  ['no name', { projectImage: '' }],
  ['an empty name', { projectName: '', projectImage: '' }],
  ['no picture', { projectName: 'Kite' }],
  ['null as picture', { projectName: 'Kite', projectImage: null }],
  ['a number as picture', { projectName: 'Kite', projectImage: 1 }],
  ['objects as skills', { projectName: 'Kite', projectImage: '', skills: [{ a: 1 }] }],
  ['nothing', {}],
])('create-project with %s is a 500', async (_title, json) => {
  const { as } = await start();
  expect(outline(await as('asha', 'POST', '/create-project', { json }))).toEqual([
    500,
    jsonType,
    { success: false, message: 'Failed to create project!' },
  ]);
});

test('myprojects is the caller without an id, anyone with one, nobody for an unknown one', async () => {
  const { upstream, as } = await start();
  const { people, projects } = upstream.network;
  const cases: [path: string, project: unknown[]][] = [
    ['/myprojects', [projects.asha]],
    [`/myprojects/${people.goran._id}`, [projects.goran]],
    [`/myprojects/${unknown}`, []],
  ];
  for (const [path, project] of cases) {
    expect(outline(await as('asha', 'GET', path))).toEqual([
      200,
      jsonType,
      { success: true, message: 'Successfully fetched project', project },
    ]);
  }
  expect(outline(await as('asha', 'GET', '/myprojects/nope'))).toEqual([
    500,
    jsonType,
    { message: 'Failed to fetch projects' },
  ]);
});

test('projects lists everyone’s, whatever the query says', async () => {
  const { upstream, as } = await start();
  const { projects } = upstream.network;
  expect(outline(await as('asha', 'GET', '/projects?page=2&limit=1'))).toEqual([
    200,
    jsonType,
    {
      message: 'Succefully fetched the data',
      project: [projects.asha, projects.ben, projects.diego, projects.goran],
    },
  ]);
});

test('projects/interested&accepted lists own projects and those of people joined by a request', async () => {
  const { upstream, as } = await start();
  const { projects } = upstream.network;
  const names = async (who: 'asha' | 'diego' | 'emeka') => {
    const reply = await as(who, 'GET', '/projects/interested&accepted');
    expect(reply.json).toMatchObject({ message: 'Succefully fetched the data' });
    return (reply.json as { project: { projectName: string }[] }).project.map(({ projectName }) => projectName);
  };
  expect(await names('asha')).toEqual([projects.asha, projects.ben, projects.diego].map((p) => p.projectName));
  expect(await names('diego')).toEqual([projects.asha, projects.diego].map((p) => p.projectName));
  expect(await names('emeka')).toEqual([]);
});

test('project/view answers anyone’s project, and an empty list for an unknown id', async () => {
  const { upstream, as } = await start();
  const { goran } = upstream.network.projects;
  const cases: [id: string, status: number, body: object][] = [
    [goran._id, 200, { message: 'Succefull fetched data', project: goran }],
    [unknown, 200, { message: 'Succefull fetched data', project: [] }],
    ['nope', 500, { message: 'Failed to fetch project' }],
  ];
  for (const [id, status, body] of cases) {
    expect(outline(await as('asha', 'GET', `/project/view/${id}`))).toEqual([status, jsonType, body]);
  }
});

test.each<[string, object | undefined, object]>([
  ['a picture', { projectImage: 'https://a.example/kite.png' }, { projectImage: 'https://a.example/kite.png' }],
  ['one skill as text', { skills: 'Zig' }, { skills: ['Zig'] }],
  ['an empty name', { projectName: '' }, { projectName: '' }],
  ['null as name', { projectName: null }, { projectName: null }],
  ['another creator', { creator: { _id: 'x' }, description: 'New.' }, { description: 'New.' }],
  ['nothing', {}, {}],
  ['no body', undefined, {}],
])('project/edit of %s answers the project as it is then', async (_title, json, change) => {
  const { upstream, as } = await start();
  const before = structuredClone(upstream.network.projects.asha);
  const reply = await as('asha', 'PATCH', `/project/edit/${before._id}`, { json });
  expect(outline(reply)).toEqual([200, jsonType, { success: true, project: { ...before, ...change } }]);
});

test('project/edit refuses others, unknown and malformed ids and objects as skills', async () => {
  const { upstream, as } = await start();
  const { asha, ben } = upstream.network.projects;
  const cases: [id: string, json: object, status: number, message: string][] = [
    [ben._id, { projectName: 'Mine' }, 404, 'Failed to find the project'],
    [unknown, { projectName: 'Mine' }, 404, 'Failed to find the project'],
    ['nope', { projectName: 'Mine' }, 500, 'Something went wrong'],
    [asha._id, { skills: [{ a: 1 }] }, 500, 'Something went wrong'],
  ];
  for (const [id, json, status, message] of cases) {
    expect(outline(await as('asha', 'PATCH', `/project/edit/${id}`, { json }))).toEqual([
      status,
      jsonType,
      { message },
    ]);
  }
  expect(ben.projectName).toBe('Queue doctor');
});

test('a scripted reply stands in for the real one as often as it was asked to', async () => {
  const { upstream, as } = await start();
  const fault = upstream.fail('GET /project/view/:projectId', { status: 503, body: 'busy' }, { times: 1 });
  const path = `/project/view/${upstream.network.projects.asha._id}`;
  expect(outline(await as('asha', 'GET', path))).toEqual([503, textType, 'busy']);
  expect((await as('asha', 'GET', path)).status).toBe(200);
  expect(fault.hits).toBe(1);
});

test('a dropped call is cut, a delayed one answers once released', async () => {
  const { upstream, as } = await start();
  const dropped = upstream.fail('/projects', 'drop');
  await expect(as('asha', 'GET', '/projects')).rejects.toThrow(/ECONNRESET|hang up/);
  dropped.remove();
  const held = upstream.fail(/^GET \/projects$/, 'delay');
  const reply = as('asha', 'GET', '/projects');
  await expect.poll(() => held.hits).toBe(1);
  expect(upstream.calls.at(-1)).toEqual({ method: 'GET', url: '/projects' });
  held.release();
  expect((await reply).status).toBe(200);
});
