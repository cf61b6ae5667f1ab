import type { User } from '#shared/api/users.ts';
import { skillKey } from '#shared/skills/skills.ts';
import { skillList } from './person.ts';

/** Three lines to begin with, drawn from what both know. They are put into the composer, never sent. */
export function starters(own: Pick<User, 'skills'>, peer: Pick<User, 'firstName' | 'skills'>): string[] {
  const ownKeys = new Set(skillList(own.skills).map(skillKey));
  const peerSkills = skillList(peer.skills);
  const shared = peerSkills.filter((skill) => ownKeys.has(skillKey(skill)));
  const [first, second] = [...shared, ...peerSkills.filter((skill) => !shared.includes(skill))];
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
