import { expect, it } from 'vitest';
import { cardWord } from '#client/lib/text/project-words.ts';
import { makePerson } from '#client/test-support.tsx';
import type { Project } from '#shared/api/projects.ts';
import { arrange } from './project-list.tsx';

const creator = makePerson({ _id: 'ana' });
const make = (own: Partial<Project>): Project => ({ _id: 'p', projectName: 'P', creator, ...own });
const names = (projects: Project[]) => projects.map((project) => project.projectName).join(' ');

const old = make({ projectName: 'Old', createdAt: '2024-01-01T00:00:00Z', skills: ['react', 'Go'] });
const young = make({ projectName: 'Young', createdAt: '2026-01-01T00:00:00Z', skills: ['React, SQL'] });

it('orders by time, as listed where times are not known, or by name, and filters by a skill however it is spelt', () => {
  expect(names(arrange([old, young], 'newest', ''))).toBe('Young Old');
  expect(names(arrange([make({ projectName: 'A' }), make({ projectName: 'B' })], 'newest', ''))).toBe('B A');
  expect(names(arrange([young, old], 'name', ''))).toBe('Old Young');
  expect(names(arrange([young, old], 'name', 'REACT'))).toBe('Old Young');
  expect(names(arrange([young, old], 'name', 'sql'))).toBe('Young');
});

it.each([
  [{ viewer: { relation: 'owner' } }, { relation: 'none' }],
  [{ viewer: { relation: 'accepted' } }, { relation: 'connected', word: 'Accepted' }],
  [{ viewer: { relation: 'interested' } }, { relation: 'pending', word: 'Interested' }],
  [{ viewer: { relation: 'rejected' } }, { relation: 'none' }],
  [{ creator: makePerson({ _id: 'me' }) }, { relation: 'none' }],
  [{ creator: makePerson({ _id: 'friend' }) }, { relation: 'connected', word: 'Accepted' }],
  [{ creator: makePerson({ _id: 'stranger' }) }, { relation: 'pending', word: 'Pending' }],
] as [Partial<Project>, ReturnType<typeof cardWord>][])('prints the relation of %j', (own, printed) => {
  expect(cardWord(make(own), { ownId: 'me', connectionIds: new Set(['friend']) })).toEqual(printed);
});
