import type { Project } from '#shared/api/projects.ts';
import type { CardRelation } from './relation.ts';

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
