import { expect, test } from 'vitest';
import { demoAccount } from '#shared/account/demo-account.ts';
import { isStrongPassword } from '#shared/account/password-rule.ts';
import { createProjectSchema, interestSchema } from '#shared/api/projects.ts';
import { profileEditSchema } from '#shared/api/users.ts';
import { readSamplePictures } from './pictures.ts';
import { readSampleNetwork } from './sample-network.ts';

const { people, connections, requests, projects } = await readSampleNetwork();
const minutesOfDay = 24 * 60;
const joined = new Map(people.map((person) => [person.key, person.joinedDaysAgo]));
const pair = (...keys: string[]) => [...keys].sort().join(' ');

test('every sample person and project keeps the rules of the forms', () => {
  expect(isStrongPassword(demoAccount.password)).toBe(true);
  for (const { key: _key, joinedDaysAgo: _joined, timeZone: _zone, ...profile } of people)
    expect(profileEditSchema.parse(profile)).toEqual(profile);
  for (const { name, imageAlt = '', skills, description, stage: status = null, wanted = [], ...project } of projects) {
    const text = description.join('\n');
    const sent = { projectName: name, projectImageAlt: imageAlt, skills, description: text, status };
    const roles = [...wanted, ...(project.filled ?? [])].map((role) => ({ name: role, filled: false }));
    expect(createProjectSchema.parse({ ...sent, roles })).toMatchObject(sent);
    for (const { note = '' } of project.people) expect(interestSchema.parse({ note }).note).toBe(note);
  }
});

test('the times of the sample network are in a possible order', () => {
  for (const { between, daysAgo, messages = [] } of connections) {
    for (const key of between) expect(daysAgo, pair(...between)).toBeLessThanOrEqual(joined.get(key) ?? -1);
    const times = [daysAgo * minutesOfDay, ...messages.map(([, , minutesAgo]) => minutesAgo)];
    expect(times, pair(...between)).toEqual([...times].sort((a, b) => b - a));
  }
  for (const { from, to, minutesAgo } of requests)
    for (const key of [from, to])
      expect(minutesAgo, `${from} ${to}`).toBeLessThanOrEqual((joined.get(key) ?? 0) * minutesOfDay);
  for (const { key, creator, daysAgo } of projects) expect(daysAgo, key).toBeLessThanOrEqual(joined.get(creator) ?? -1);
});

test('nobody asks a connection, and a member of a sample project is connected to its creator', () => {
  const connected = new Set(connections.map(({ between }) => pair(...between)));
  for (const { from, to } of requests) expect(connected.has(pair(from, to)), `${from} ${to}`).toBe(false);
  for (const { key, creator, people: others } of projects)
    for (const { by, isMember } of others) {
      expect(by, key).not.toBe(creator);
      if (isMember) expect(connected.has(pair(creator, by)), `${key}: ${by}`).toBe(true);
    }
});

test('every sample picture belongs to a person or to a project that describes it', async () => {
  const subjects = [
    ...people.flatMap(({ key }) => [`portrait-${key}`, `cover-${key}`]),
    ...projects.flatMap(({ key, imageAlt }) => (imageAlt === undefined ? [] : [`project-${key}`])),
  ];
  expect([...(await readSamplePictures()).keys()].filter((name) => !subjects.includes(name))).toEqual([]);
});
