import { ProjectCard } from '#client/ui/person/project-card.tsx';
import { Example, Room } from './example.tsx';
import { kindform, trainReader, untitled } from './people-of-the-guide.ts';

export function Projects() {
  return (
    <Room name="projects">
      <Example title="project-card: own with people who ask, of a connection, untitled, just created" inColumns>
        <ProjectCard project={kindform} relation="mine" creatorShown={false} />
        <ProjectCard project={trainReader} relation="connected" />
        <ProjectCard project={untitled} relation="pending" word="You asked" />
        <ProjectCard project={trainReader} highlighted />
      </Example>
    </Room>
  );
}
