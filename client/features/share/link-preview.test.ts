import { expect, it } from 'vitest';
import { linkPictureOf } from './link-preview.ts';

const [cover, face] = [
  '/api/media/0123456789abcdef01234567/card.avif',
  '/api/media/76543210fedcba9876543210/avatar.webp',
];
const project = { _id: 'p', projectName: 'Kite', skills: [], description: '', creator: { firstName: 'Bo' } };
const user = { _id: 'u', firstName: 'Ana', lastName: 'Kim', skills: [], projects: [] };

it.each([
  ['the cover of a project', { kind: 'project', project: { ...project, projectImage: cover } } as const],
  [
    'the cover of a person before the face',
    { kind: 'profile', user: { ...user, coverUrl: cover, photoUrl: face } } as const,
  ],
])('is %s', (_what, shared) =>
  expect(linkPictureOf(shared)).toEqual({
    path: '/api/media/0123456789abcdef01234567/cover.webp',
    card: 'summary_large_image',
  }),
);

it('is the face of a person without a cover, small', () =>
  expect(linkPictureOf({ kind: 'profile', user: { ...user, photoUrl: face } })).toEqual({
    path: '/api/media/76543210fedcba9876543210/avatar.webp',
    card: 'summary',
  }));

it('is the one that ships where nothing was uploaded', () => {
  for (const shared of [{ kind: 'project', project } as const, { kind: 'profile', user } as const])
    expect(linkPictureOf(shared)).toMatchObject({ path: '/share.png', width: 1200, height: 630 });
});
