import portrait from '#client/features/landing/pictures/ana.avif';
import projectPicture from '#client/features/landing/pictures/kindform.avif';
import type { Project } from '#shared/api/projects.ts';
import type { User } from '#shared/api/users.ts';

export const ana: User = {
  _id: 'sample-ana',
  firstName: 'Ana',
  lastName: 'Ferreira',
  photoUrl: portrait,
  headline: 'Makes slow queries fast',
  skills: ['PostgreSQL', 'Go', 'React', 'Docker', 'Linux', 'Rust'],
};

export const noor: User = {
  _id: 'sample-noor',
  firstName: 'Noor',
  lastName: 'Haddad',
  headline: 'Turns long manuals into short ones, and the other way round when a machine has to read them',
  skills: ['Documentation', 'TypeScript'],
};

export const unnamed: User = { _id: 'sample-nobody', firstName: '', lastName: '' };

export const kindform: Project = {
  _id: 'sample-kindform',
  projectName: 'Kindform',
  projectImage: projectPicture,
  description: 'A form library that assumes the person is **tired, on a train, and right**.',
  skills: ['TypeScript', 'React', 'Accessibility', 'Testing', 'CSS'],
  creator: ana,
  viewer: { relation: 'owner' },
  askers: 2,
  status: 'building',
  roles: [
    { name: 'Design', filled: false },
    { name: 'Testing', filled: true },
  ],
  hoursPerWeek: 4,
  repositoryUrl: 'https://example.com/kindform',
  demoUrl: 'https://kindform.example.com',
};

export const trainReader: Project = {
  _id: 'sample-train',
  projectName: 'Train Reader',
  description: 'Read-it-later for people who go through tunnels. One Go binary, one SQLite file, no account.',
  skills: ['Go', 'SQLite'],
  creator: noor,
};

export const untitled: Project = { _id: 'sample-untitled', projectName: '', creator: noor };
