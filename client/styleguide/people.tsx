import portrait from '#client/features/landing/pictures/ana.avif';
import projectPicture from '#client/features/landing/pictures/kindform.avif';
import { Avatar, Cover } from '#client/ui/person/avatar.tsx';

import { SkillChips } from '#client/ui/person/person-facts.tsx';
import { PersonTile } from '#client/ui/person/person-tile.tsx';
import { RelationButtons, RelationTag } from '#client/ui/person/relation.tsx';
import { ProjectCard } from '#client/ui/project/project-card.tsx';
import { ProjectFacts } from '#client/ui/project/project-facts.tsx';
import type { Project } from '#shared/api/projects.ts';
import type { User } from '#shared/api/users.ts';
import { Example, nothing } from './example.tsx';

const ana: User = {
  _id: 'sample-ana',
  firstName: 'Ana',
  lastName: 'Ferreira',
  photoUrl: portrait,
  headline: 'Makes slow queries fast',
  skills: ['PostgreSQL', 'Go', 'React', 'Docker', 'Linux', 'Rust'],
};
const unnamed: User = { _id: 'sample-nobody', firstName: '', lastName: '' };
const kindform: Project = {
  _id: 'sample-kindform',
  projectName: 'Kindform',
  projectImage: projectPicture,
  description: 'A form library that assumes the person is **tired, on a train, and right**.',
  skills: ['TypeScript', 'React', 'Accessibility'],
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
};
const untitled: Project = { _id: 'sample-untitled', projectName: '', creator: unnamed };

const relations = ['none', 'sent', 'received', 'connected'] as const;

export function People() {
  return (
    <section className="guide-room" aria-label="people and projects">
      <Example title="avatar, cover: with a picture, drawn, without a name">
        <Avatar person={ana} size={96} />
        <Avatar person={{ ...ana, photoUrl: '' }} size={48} />
        <Avatar person={null} size={48} />
        {['a', 'b', 'c'].map((id) => (
          <Cover key={id} id={`sample-${id}`} className="guide-cover rounded-box" />
        ))}
      </Example>
      <Example title="skills, some of them shared; tags">
        <SkillChips skills={ana.skills} shared={['Go', 'React']} max={4} />
        <RelationTag relation="pending" />
        <RelationTag relation="connected" />
      </Example>
      {relations.map((relation) => (
        <Example key={relation} title={`relation: ${relation}`}>
          <RelationButtons person={ana} relation={relation} canWithdraw pending={undefined} onAct={nothing} />
        </Example>
      ))}
      <Example title="person, project: own with people who ask, untitled, just created" inColumns>
        <PersonTile person={ana} reasons={[{ kind: 'skills', skills: ['Go'] }]} />
        <ProjectCard project={kindform} creatorShown={false} />
        <ProjectCard project={untitled} relation="pending" word="You asked" />
        <ProjectCard project={kindform} highlighted />
      </Example>
      <Example title="facts of a project">
        <ProjectFacts project={kindform} />
      </Example>
    </section>
  );
}
