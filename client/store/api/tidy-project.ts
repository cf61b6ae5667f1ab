import type { Project } from '#shared/api/projects.ts';

type Loose = { [Key in keyof Project]: Project[Key] | null };

/** Another upstream stores null for a name, picture, text or skills that was emptied: empty is empty for every screen. */
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
