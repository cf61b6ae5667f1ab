import type { Project } from '#shared/api/projects.ts';
import type { User } from '#shared/api/users.ts';
import type { ProjectStatus } from '#shared/project-statuses.ts';
import { sharedSkills } from './match-words.ts';
import { skillList } from './person.ts';
import type { CardRelation } from './relation.ts';

export const statusWords: Readonly<Record<ProjectStatus, string>> = {
  idea: 'Idea',
  building: 'Building',
  live: 'Live',
  archived: 'Archived',
};

/** Roles that projects often look for, offered where one is typed or chosen. */
export const commonRoles: readonly string[] = [
  'Backend',
  'Data',
  'Design',
  'DevOps',
  'Frontend',
  'Mobile',
  'Product',
  'Testing',
  'Writing',
];

/** The names of the roles that a project looks for now. */
export function openRoles({ roles = [] }: Pick<Project, 'roles'>): string[] {
  return roles.filter(({ filled }) => !filled).map(({ name }) => name);
}

interface Printed {
  relation: CardRelation;
  word?: string;
}

/**
 * The word on a card in the list of interested and accepted projects, also where the upstream sends no relation. The user's
 * own projects have none.
 */
export function cardWord(project: Project, known: { ownId: string; connectionIds: ReadonlySet<string> }): Printed {
  const said = project.viewer?.relation;
  if (said === 'owner' || project.creator._id === known.ownId) return { relation: 'none' };
  if (said === 'accepted') return { relation: 'connected', word: 'Accepted' };
  if (said === 'interested') return { relation: 'pending', word: 'Interested' };
  if (said !== undefined) return { relation: 'none' };
  // Without `viewer` the list holds projects of people with a request that is accepted or still pending.
  return known.connectionIds.has(project.creator._id)
    ? { relation: 'connected', word: 'Accepted' }
    : { relation: 'pending', word: 'Pending' };
}

/** The word on a card among all projects: only where the upstream sends a relation. */
export function saidWord(project: Project, ownId: string): Printed {
  if (project.viewer === undefined) return { relation: 'none' };
  return cardWord(project, { ownId, connectionIds: new Set() });
}

/** Three lines to begin with, drawn from what both know. They are put into the composer, never sent. */
export function starters(own: Pick<User, 'skills'>, peer: Pick<User, 'firstName' | 'skills'>): string[] {
  const shared = sharedSkills(peer, skillList(own.skills));
  const [first, second] = new Set([...shared, ...skillList(peer.skills)]);
  const greeting = `Hi ${peer.firstName || 'there'}`;
  return [
    shared.length > 0 ? `${greeting}, we both work with ${shared[0]}. What are you building?` : undefined,
    first !== undefined && shared.length === 0 ? `${greeting}, how did you get into ${first}?` : undefined,
    second === undefined ? undefined : `What do you like most about ${second}?`,
    `${greeting}, what are you working on at the moment?`,
    'Is there a project you are looking for help with?',
    'Shall we build something small together?',
  ]
    .filter((line) => line !== undefined)
    .slice(0, 3);
}
