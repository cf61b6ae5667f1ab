import { FactFilters, filterRow } from '#client/ui/project/fact-filters.tsx';
import { ProjectCard } from '#client/ui/project/project-card.tsx';
import { ProjectFacts } from '#client/ui/project/project-facts.tsx';
import { Example, Room } from './example.tsx';
import { kindform, trainReader, untitled } from './people-of-the-guide.ts';

export function Projects() {
  return (
    <Room name="projects">
      <Example title="project-card: own with people who ask, of a connection, untitled, just created" inColumns>
        <ProjectCard project={kindform} creatorShown={false} />
        <ProjectCard project={trainReader} relation="connected" />
        <ProjectCard project={untitled} relation="pending" word="You asked" />
        <ProjectCard project={trainReader} highlighted />
      </Example>
      <Example title="project-facts: on a project's page">
        <ProjectFacts project={kindform} />
      </Example>
      <Example title="fact-filters: above a list of projects">
        <div className={filterRow}>
          <FactFilters wanted="Design" status="" onChange={() => undefined} />
        </div>
      </Example>
    </Room>
  );
}
