import type { Project } from '#shared/api/projects.ts';
import type { ProjectStatus } from '#shared/project-statuses.ts';

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
