import { isRecord } from '#client/lib/is-record.ts';
import { hoursIn, skillList } from '#client/lib/text/person.ts';
import type { EditProject, Project } from '#shared/api/projects.ts';
import { completeLink } from '#shared/complete-link.ts';
import { lengthOf, limits } from '#shared/limits.ts';

/** The values of the form, as typed. Empty fields are empty strings, never missing. */
export type Fields = ReturnType<typeof fieldsOf>;

export const noFields = fieldsOf({});

const names = Object.keys(noFields) as (keyof Fields)[];

export function fieldsOf(project: Partial<Project>) {
  return {
    projectName: project.projectName ?? '',
    projectImage: project.projectImage ?? '',
    projectImageAlt: project.projectImageAlt ?? '',
    skills: skillList(project.skills),
    description: project.description ?? '',
    isPublic: project.isPublic ?? false,
    status: project.status ?? '',
    repositoryUrl: project.repositoryUrl ?? '',
    demoUrl: project.demoUrl ?? '',
    roles: project.roles ?? [],
    hoursPerWeek: project.hoursPerWeek?.toString() ?? '',
  };
}

export function isFields(value: unknown): value is Fields {
  if (!isRecord(value) || names.some((name) => typeof value[name] !== typeof noFields[name])) return false;
  const { skills, roles } = value;
  return (
    Array.isArray(skills) &&
    skills.every((skill) => typeof skill === 'string') &&
    Array.isArray(roles) &&
    roles.every((role) => typeof role?.name === 'string' && typeof role.filled === 'boolean')
  );
}

/** The fields of `next` that differ from `before`, as the upstream takes them; only these are sent. */
export function changesBetween(before: Fields, next: Fields): EditProject {
  const [from, to] = [tidy(before), tidy(next)];
  const changed = names.filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]));
  const changes: Record<string, unknown> = Object.fromEntries(changed.map((name) => [name, to[name]]));
  if (changes.status === '') changes.status = null;
  if ('hoursPerWeek' in changes) changes.hoursPerWeek = hoursIn(to.hoursPerWeek);
  return changes;
}

function tidy(fields: Fields): Fields {
  return {
    ...fields,
    projectName: fields.projectName.trim(),
    projectImage: completeLink(fields.projectImage),
    projectImageAlt: fields.projectImageAlt.trim(),
    repositoryUrl: completeLink(fields.repositoryUrl),
    demoUrl: completeLink(fields.demoUrl),
    hoursPerWeek: fields.hoursPerWeek.trim(),
  };
}

export function sameFields(a: Fields, b: Fields): boolean {
  return Object.keys(changesBetween(a, b)).length === 0;
}

/** In the order of the form. */
export const fieldLabels: Record<keyof Fields, string> = {
  projectName: 'Name',
  description: 'Description',
  projectImage: 'Image link',
  projectImageAlt: 'What the picture shows',
  skills: 'Skills',
  status: 'Status',
  hoursPerWeek: 'Hours a week',
  repositoryUrl: 'Repository',
  demoUrl: 'Demo',
  roles: 'Looks for',
  isPublic: 'Visible without an account',
};

/** The labels of the fields that differ, for the notice about a change made elsewhere. */
export function changedLabels(before: Fields, next: Fields): string[] {
  return Object.keys(changesBetween(before, next)).map((name) => fieldLabels[name as keyof Fields]);
}

/** Why the name stops a save; undefined when it does not. */
export function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'A project needs a name.';
  if (lengthOf(name.trim()) > limits.projectName.max) return `A name has at most ${limits.projectName.max} characters.`;
  return undefined;
}
