import { pictureUrl } from '#shared/pictures.ts';
import type { Shared } from '#shared/share-drawing.ts';

const picture = pictureUrl('0'.repeat(24));
const description = `# One\n\n## Two\n\nText with **strong**, *em*, ~~struck~~, \`code\` and [a link](https://example.com).

- a list
  1. with numbers

> a quote

\`\`\`js
code
\`\`\`

| a | table |
| - | ----- |
| 1 | 2     |

---`;

const skills = ['TypeScript'];

/** One of everything that a public page can show. */
export const examples: readonly Shared[] = [
  { kind: 'project', project: { _id: '1', projectName: 'A', skills, description, creator: { firstName: 'Ada' } } },
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
