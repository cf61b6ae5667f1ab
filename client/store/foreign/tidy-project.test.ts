import { expect, it } from 'vitest';
import type { Project } from '#shared/api/projects.ts';
import { tidyProject } from './tidy-project.ts';

const project: Project = {
  _id: 'p1',
  projectName: 'Kite',
  projectImage: 'https://images.example/kite.png',
  skills: ['Zig'],
  description: 'Up.',
  creator: { _id: 'me', firstName: 'Ana', lastName: 'Lima' },
};

it('leaves a whole project as it is', () => {
  expect(tidyProject(project)).toEqual(project);
});

it('replaces null by an empty value', () => {
  const emptied: unknown = { ...project, projectName: null, projectImage: null, skills: null, description: null };
  expect(tidyProject(emptied as Project)).toEqual({ _id: 'p1', projectName: '', creator: project.creator });
});
