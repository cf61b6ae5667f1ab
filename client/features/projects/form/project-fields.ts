import { skillList } from '#client/text/person.ts';
import type { EditProject, Project } from '#shared/api/projects.ts';
import { limits } from '#shared/limits.ts';

/** The values of the form. Empty fields are empty strings, never missing. */
export interface Fields {
  projectName: string;
  projectImage: string;
  projectImageAlt: string;
  skills: readonly string[];
  description: string;
  /** Visible without an account; missing in drafts of earlier versions, and where the upstream has no public pages. */
  isPublic?: boolean;
}

export const noFields: Fields = { projectName: '', projectImage: '', projectImageAlt: '', skills: [], description: '' };

export function fieldsOf(project: Project): Fields {
  return {
    projectName: project.projectName ?? '',
    projectImage: project.projectImage ?? '',
    projectImageAlt: project.projectImageAlt ?? '',
    skills: skillList(project.skills),
    description: project.description ?? '',
    ...(project.isPublic !== undefined && { isPublic: project.isPublic }),
  };
}

export function isFields(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null) return false;
  const { projectName, projectImage, projectImageAlt, skills, description, isPublic } = value as Record<
    string,
    unknown
  >;
  return (
    (isPublic === undefined || typeof isPublic === 'boolean') &&
    [projectName, projectImage, projectImageAlt, description].every((text) => typeof text === 'string') &&
    Array.isArray(skills) &&
    skills.every((skill) => typeof skill === 'string')
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
  };
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
  };
  return Object.keys(changesBetween(before, next)).map((key) => names[key as keyof Fields]);
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
