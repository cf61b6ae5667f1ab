import { expect, it } from 'vitest';
import { linkPictureOf } from './link-preview.ts';

const [cover, face] = [
  '/api/media/0123456789abcdef01234567/card.avif',
  '/api/media/76543210fedcba9876543210/avatar.webp',
];
const project = { _id: 'p', projectName: 'Kite', skills: [], description: '', creator: { firstName: 'Bo' } };
const user = { _id: 'u', firstName: 'Ana', lastName: 'Kim', skills: [], projects: [] };

const large = { path: '/api/media/0123456789abcdef01234567/cover.webp', card: 'summary_large_image' };
const shipped = expect.objectContaining({ path: '/share.png', width: 1200, height: 630 });

it.each([
  ['the cover of a project', { kind: 'project', project: { ...project, projectImage: cover } }, large],
  [
    'the cover of a person before the face',
    { kind: 'profile', user: { ...user, coverUrl: cover, photoUrl: face } },
    large,
  ],
  [
    'the face of a person without a cover, small',
    { kind: 'profile', user: { ...user, photoUrl: face } },
    { path: '/api/media/76543210fedcba9876543210/avatar.webp', card: 'summary' },
  ],
  ['the one that ships where a project has none', { kind: 'project', project }, shipped],
  ['the one that ships where a person has none', { kind: 'profile', user }, shipped],
] as const)('is %s', (_what, shared, picture) => expect(linkPictureOf(shared)).toEqual(picture));
