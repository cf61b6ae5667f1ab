import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { installBrowserParts, makePerson, renderWithStore } from '#client/test-support.tsx';
import { ProjectCard } from './project-card.tsx';

installBrowserParts();

const project = {
  _id: 'p1',
  projectName: 'Tidy',
  description: '# Aim\n\n<img src=x onerror=alert(1)>Keep **order**',
  skills: ['Go', 'SQL', 'React', 'CSS', 'Rust'],
  creator: makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Silva' }),
};

it('is one link, with the link to its creator beside it', () => {
  renderWithStore(<ProjectCard project={project} />);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/project/view/p1',
    '/profile/ana',
  ]);
});

it('shows the description as text and counts the skills beyond four', () => {
  renderWithStore(<ProjectCard project={project} relation="pending" word="Interested" creatorShown={false} />);
  expect(screen.queryByText('Keep order')).not.toBeNull();
  expect(document.querySelector('img')).toBeNull();
  expect(screen.queryByText('+1')).not.toBeNull();
  expect(screen.queryByText('Interested')).not.toBeNull();
  expect(screen.queryByText('Ana Silva')).toBeNull();
});
