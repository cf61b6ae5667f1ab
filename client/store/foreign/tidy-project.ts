import type { Project } from '#shared/api/projects.ts';

type Loose = { [Key in keyof Project]: Project[Key] | null };

/** Replaces null by an empty value: another upstream stores null for an emptied name, picture, text or list of skills. */
export function tidyProject(project: Project): Project {
  const { projectImage, description, skills, ...rest } = project as Loose;
  return {
    ...(rest as Omit<Project, 'projectImage' | 'description' | 'skills'>),
    projectName: project.projectName ?? '',
    ...(projectImage ? { projectImage } : {}),
    ...(description ? { description } : {}),
    ...(skills ? { skills } : {}),
  };
}
