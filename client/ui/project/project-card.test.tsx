import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { makePerson, renderWithStore } from '#client/test-support.tsx';
import { ProjectCard } from './project-card.tsx';

const project = {
  _id: 'p1',
  projectName: 'Tidy',
  description: '# Aim\n\n<img src=x onerror=alert(1)>Keep **order**',
  skills: ['Go', 'SQL', 'React', 'CSS', 'Rust'],
  creator: makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Silva' }),
};

it('is one link, with the link to its creator beside it, and shows its description as text', () => {
  renderWithStore(<ProjectCard project={project} relation="pending" word="Interested" />);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/project/view/p1',
    '/profile/ana',
  ]);
  expect(screen.queryByText('Keep order')).not.toBeNull();
  expect(document.querySelector('img')).toBeNull();
  expect(screen.queryByText('+1'), 'the skills beyond four').not.toBeNull();
  expect(screen.queryByText('Interested')).not.toBeNull();
});
