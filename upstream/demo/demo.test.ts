import { readdirSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { demoAccount } from '#shared/account/demo-account.ts';
import { isStrongPassword } from '#shared/account/password-rule.ts';
import { limits } from '#shared/limits.ts';
import { normaliseSkills } from '#shared/skills/skills.ts';
import { demoPeople } from './people.ts';
import { readSamplePictures } from './pictures.ts';
import { demoProjects } from './projects.ts';
import { demoConnections, demoPending } from './relations.ts';

const day = 24 * 60;
const joined = new Map(demoPeople.map((person) => [person.key, person.joinedDaysAgo]));
const pair = (a: string, b: string) => [a, b].sort().join(' ');
const connected = new Map(demoConnections.map((c) => [pair(...c.between), c]));

test('the sample network has 40 developers, the sample account among them, and 25 projects', () => {
  expect(joined.size).toBe(40);
  expect(demoPeople).toHaveLength(40);
  expect(demoPeople[0]?.key).toBe('demo');
  expect(new Set(demoProjects.map((project) => project.key)).size).toBe(25);
  expect(isStrongPassword(demoAccount.password)).toBe(true);
});

test('every sample person and project keeps the limits of the forms', () => {
  for (const person of demoPeople) {
    for (const name of [person.firstName, person.lastName]) {
      expect(name.length).toBeGreaterThanOrEqual(limits.name.min);
      expect(name.length).toBeLessThanOrEqual(limits.name.max);
    }
    expect(person.about.length, person.key).toBeLessThanOrEqual(limits.about.max);
    expect(person.headline.length).toBeLessThanOrEqual(limits.headline.max);
    expect(person.location.length).toBeLessThanOrEqual(limits.location.max);
    expect(normaliseSkills(person.skills)).toEqual(person.skills);
    expect(person.skills.length).toBeLessThanOrEqual(limits.skills.max);
  }
  for (const project of demoProjects) {
    expect(project.name.length).toBeLessThanOrEqual(limits.projectName.max);
    expect(project.description.length).toBeLessThanOrEqual(limits.projectDescription.max);
    expect(normaliseSkills(project.skills)).toEqual(project.skills);
    expect((project.imageAlt ?? '').length).toBeLessThanOrEqual(limits.imageAlt.max);
    for (const { note } of project.interested) expect((note ?? '').length).toBeLessThanOrEqual(limits.interestNote.max);
  }
});

test('nobody in the sample network is related to themselves or twice to the same person', () => {
  const pairs = [
    ...demoConnections.map((c) => pair(...c.between)),
    ...demoPending.map((request) => pair(request.from, request.to)),
  ];
  expect(new Set(pairs).size).toBe(pairs.length);
  for (const both of pairs) {
    const [a, b] = both.split(' ');
    expect(a).not.toBe(b);
    expect(joined.has(a ?? ''), both).toBe(true);
    expect(joined.has(b ?? ''), both).toBe(true);
  }
});

test('timestamps are in a possible order', () => {
  for (const { between, daysAgo, messages = [] } of demoConnections) {
    for (const key of between) expect(daysAgo, between.join(' ')).toBeLessThanOrEqual(joined.get(key) ?? -1);
    const times = messages.map(([, , minutesAgo]) => minutesAgo);
    expect(times, between.join(' ')).toEqual([...times].sort((a, b) => b - a));
    if (times[0] !== undefined) expect(times[0], between.join(' ')).toBeLessThanOrEqual(daysAgo * day);
    for (const [from] of messages) expect(between).toContain(from);
  }
  for (const { from, to, minutesAgo } of demoPending) {
    expect(minutesAgo, `${from} ${to}`).toBeLessThanOrEqual((joined.get(from) ?? 0) * day);
    expect(minutesAgo, `${from} ${to}`).toBeLessThanOrEqual((joined.get(to) ?? 0) * day);
  }
  for (const project of demoProjects) {
    expect(project.daysAgo, project.key).toBeLessThanOrEqual(joined.get(project.creator) ?? -1);
  }
});

test('a member of a sample project is connected to its creator, and nobody is on a project twice', () => {
  for (const { key, creator, members, interested, hoursAgo = {} } of demoProjects) {
    for (const member of members) expect(connected.has(pair(creator, member)), `${key}: ${member}`).toBe(true);
    const people = [creator, ...members, ...interested.map((interest) => interest.by)];
    for (const person of Object.keys(hoursAgo)) expect(people.slice(1), `${key}: ${person}`).toContain(person);
    expect(new Set(people).size, key).toBe(people.length);
    for (const person of people) expect(joined.has(person), `${key}: ${person}`).toBe(true);
  }
});

test('the sample account finds connections, waiting requests, conversations and projects', () => {
  const mine = demoConnections.filter((c) => c.between.includes('demo'));
  expect(mine).toHaveLength(7);
  expect(mine.filter((c) => c.messages !== undefined)).toHaveLength(7);
  expect(demoPending.filter((request) => request.to === 'demo')).toHaveLength(3);
  expect(demoProjects.filter((project) => project.creator === 'demo')).toHaveLength(2);
  expect(demoProjects.filter((p) => p.members.includes('demo'))).toHaveLength(2);
  expect(demoProjects.filter((p) => p.interested.some((interest) => interest.by === 'demo'))).toHaveLength(3);
});

test('every sample picture belongs to a person or a project, is described, and all of them have at most 600 kB', async () => {
  const pictures = await readSamplePictures();
  const portraits = demoPeople.map(({ key }) => `portrait-${key}`);
  const covers = demoPeople.map(({ key }) => `cover-${key}`);
  const described = demoProjects.filter(({ imageAlt }) => imageAlt !== undefined).map(({ key }) => `project-${key}`);
  const named = [...pictures.keys()];
  expect(named.filter((name) => !name.startsWith('project-') && ![...portraits, ...covers].includes(name))).toEqual([]);
  expect(named.filter((name) => name.startsWith('project-')).sort()).toEqual(described.sort());
  expect(named.filter((name) => name.startsWith('portrait-')).length).toBeGreaterThan(30);
  expect(new Set([...pictures.values()].map(({ id }) => id)).size).toBe(named.length);
  const folder = new URL('./pictures/', import.meta.url);
  const sizes = readdirSync(folder).map((name) => statSync(new URL(name, folder)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(600_000);
});
