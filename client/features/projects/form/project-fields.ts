import { skillList } from '#client/text/person.ts';
import type { EditProject, Project, ProjectRole } from '#shared/api/projects.ts';
import { completeLink } from '#shared/complete-link.ts';
import { limits } from '#shared/limits.ts';
import type { ProjectStatus } from '#shared/project-statuses.ts';

/** The values of the form. Empty fields are empty strings, never missing. */
export interface Fields {
  projectName: string;
  projectImage: string;
  projectImageAlt: string;
  skills: readonly string[];
  description: string;
  /** Visible without an account; missing in drafts of earlier versions, and where the upstream has no public pages. */
  isPublic?: boolean;
  /** Missing as above, without the capability `projects.facts`. */
  facts?: FactFields;
}

export interface FactFields {
  status: ProjectStatus | '';
  repositoryUrl: string;
  demoUrl: string;
  roles: readonly ProjectRole[];
  /** As typed. */
  hoursPerWeek: string;
}

export const noFacts: FactFields = { status: '', repositoryUrl: '', demoUrl: '', roles: [], hoursPerWeek: '' };

export const noFields: Fields = { projectName: '', projectImage: '', projectImageAlt: '', skills: [], description: '' };

export function fieldsOf(project: Project): Fields {
  return {
    projectName: project.projectName ?? '',
    projectImage: project.projectImage ?? '',
    projectImageAlt: project.projectImageAlt ?? '',
    skills: skillList(project.skills),
    description: project.description ?? '',
    ...(project.isPublic !== undefined && { isPublic: project.isPublic }),
    ...(project.roles !== undefined && { facts: factsOf(project, project.roles) }),
  };
}

function factsOf(project: Project, roles: readonly ProjectRole[]): FactFields {
  const { status = '', repositoryUrl = '', demoUrl = '', hoursPerWeek } = project;
  return {
    status,
    repositoryUrl,
    demoUrl,
    roles,
    hoursPerWeek: hoursPerWeek === undefined ? '' : String(hoursPerWeek),
  };
}

export function isFields(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null) return false;
  const { projectName, projectImage, projectImageAlt, skills, description, isPublic, facts } = value as Record<
    string,
    unknown
  >;
  return (
    (isPublic === undefined || typeof isPublic === 'boolean') &&
    (facts === undefined || isFacts(facts)) &&
    [projectName, projectImage, projectImageAlt, description].every((text) => typeof text === 'string') &&
    Array.isArray(skills) &&
    skills.every((skill) => typeof skill === 'string')
  );
}

function isFacts(value: unknown): value is FactFields {
  if (typeof value !== 'object' || value === null) return false;
  const { status, repositoryUrl, demoUrl, roles, hoursPerWeek } = value as Record<string, unknown>;
  return (
    [status, repositoryUrl, demoUrl, hoursPerWeek].every((text) => typeof text === 'string') &&
    Array.isArray(roles) &&
    roles.every((role) => typeof role?.name === 'string' && typeof role.filled === 'boolean')
  );
}

/** The fields of `next` that differ from `before`; only these are sent. */
export function changesBetween(before: Fields, next: Fields): EditProject {
  return {
    ...(before.projectName === next.projectName ? {} : { projectName: next.projectName }),
    ...(before.projectImage === next.projectImage ? {} : { projectImage: next.projectImage }),
    ...(before.projectImageAlt === next.projectImageAlt ? {} : { projectImageAlt: next.projectImageAlt }),
    ...(before.description === next.description ? {} : { description: next.description }),
    ...(Boolean(before.isPublic) === Boolean(next.isPublic) ? {} : { isPublic: Boolean(next.isPublic) }),
    ...(sameSkills(before.skills, next.skills) ? {} : { skills: [...next.skills] }),
    // A draft of an earlier version says nothing of them.
    ...(next.facts === undefined ? {} : changedFacts(before.facts ?? noFacts, next.facts)),
  };
}

/** The facts of `next` that differ from `before`, as the upstream takes them. */
export function changedFacts(before: FactFields, next: FactFields): Pick<EditProject, keyof FactFields> {
  const hours = next.hoursPerWeek.trim();
  return {
    ...(before.status !== next.status && { status: next.status === '' ? null : next.status }),
    ...(before.repositoryUrl !== next.repositoryUrl && { repositoryUrl: completeLink(next.repositoryUrl) }),
    ...(before.demoUrl !== next.demoUrl && { demoUrl: completeLink(next.demoUrl) }),
    ...(!sameRoles(before.roles, next.roles) && { roles: [...next.roles] }),
    ...(before.hoursPerWeek.trim() !== hours && { hoursPerWeek: hours === '' ? null : Number(hours) }),
  };
}

function sameRoles(a: readonly ProjectRole[], b: readonly ProjectRole[]): boolean {
  return a.length === b.length && a.every(({ name, filled }, i) => name === b[i]?.name && filled === b[i].filled);
}

export function sameFields(a: Fields, b: Fields): boolean {
  return Object.keys(changesBetween(a, b)).length === 0;
}

/** The names of the fields that differ, for the notice about a change made elsewhere. */
export function changedParts(before: Fields, next: Fields): string[] {
  const names = {
    projectName: 'name',
    projectImage: 'image',
    projectImageAlt: 'words for the image',
    skills: 'skills',
    description: 'description',
    isPublic: 'visibility',
    status: 'status',
    repositoryUrl: 'repository',
    demoUrl: 'demo',
    roles: 'roles',
    hoursPerWeek: 'hours a week',
  };
  return Object.keys(changesBetween(before, next)).map((key) => names[key as keyof EditProject]);
}

/** Why the name stops a save; undefined when it does not. */
export function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'A project needs a name.';
  if (name.trim().length > limits.projectName.max) return `A name has at most ${limits.projectName.max} characters.`;
  return undefined;
}

function sameSkills(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((skill, i) => skill === b[i]);
}
