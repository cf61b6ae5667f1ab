import type { PublicProject } from '#shared/api/public-pages.ts';
import { pictureUrl } from '#shared/pictures.ts';
import type { Shared } from '#shared/share-page.ts';

const picture = pictureUrl('0'.repeat(24));
const description = `# One\n\n## Two\n\nText with **strong**, *em*, ~~struck~~, \`code\` and [a link](https://example.com).

- a list
  1. with numbers
- [x] a task

> a quote

\`\`\`js
code
\`\`\`

| a | table |
| - | ----- |
| 1 | 2     |

---`;

const skills = ['TypeScript'];

const facts: Partial<PublicProject> = {
  status: 'live',
  repositoryUrl: 'https://example.com',
  demoUrl: 'https://example.com',
  roles: [
    { name: 'Design', filled: false },
    { name: 'Backend', filled: true },
  ],
  hoursPerWeek: 4,
  updates: [{ text: description, createdAt: '2026-01-01T00:00:00.000Z', picture: { url: picture, alt: 'A screen' } }],
};

/** One of everything that a public page can show. */
export const examples: readonly Shared[] = [
  {
    kind: 'project',
    project: { _id: '1', projectName: 'A', skills, description, ...facts, creator: { firstName: 'Ada' } },
  },
  {
    kind: 'project',
    project: {
      ...{
        _id: '2',
        projectName: 'B',
        projectImage: picture,
        projectImageAlt: 'A screen',
        skills: [],
        description: '',
      },
      creator: { _id: '1', firstName: 'Ada', lastName: 'L', photoUrl: picture },
    },
  },
  {
    kind: 'profile',
    user: {
      ...{ _id: '1', firstName: 'Ada', lastName: 'L', photoUrl: picture, coverUrl: picture, headline: 'Builds' },
      about: 'Lines',
      skills,
      projects: [{ _id: '1', projectName: 'A' }],
    },
  },
  { kind: 'profile', user: { _id: '1', firstName: 'Ada', lastName: 'L', skills: [], projects: [] } },
];
