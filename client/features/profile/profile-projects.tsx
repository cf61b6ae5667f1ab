import type { ReactNode } from 'react';
import { useAnnounced } from '#client/dom/focus/use-announced.ts';
import { usePersonalProjectsQuery } from '#client/store/api/projects-api.ts';
import type { CardRelation } from '#client/text/relation.ts';
import { cardGrid } from '#client/ui/card-grid.ts';
import { ProjectCard } from '#client/ui/project/project-card.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { CardBones } from '#client/ui/state/skeleton.tsx';
import type { Project } from '#shared/api/projects.ts';

interface Props {
  userId: string;
  relation?: CardRelation;
  /** Ids of the projects that come first, in this order. */
  pinned?: readonly string[];
  highlighted?: string | undefined;
  /** Shown when there are none. */
  empty: ReactNode;
}

/** A person's projects. Shows its own error, so that a failure leaves the rest of the profile usable. */
export function ProfileProjects({ userId, relation = 'none', pinned = [], highlighted, empty }: Props) {
  const { data: projects, error, refetch } = usePersonalProjectsQuery({ userId });
  useAnnounced(projects && countOf(projects.length));
  const pins = pinned.flatMap((id) => projects?.filter(({ _id }) => _id === id) ?? []);
  const others = projects?.filter((project) => !pins.includes(project)) ?? [];
  const grid = (list: readonly Project[]) => (
    <div className={cardGrid}>
      {list.map((project) => (
        <ProjectCard
          key={project._id}
          project={project}
          relation={relation}
          creatorShown={false}
          highlighted={project._id === highlighted}
        />
      ))}
    </div>
  );
  return (
    <>
      {pins.length > 0 && (
        <section aria-labelledby="pinned">
          <h2 id="pinned" className="mb-3 text-h2">
            Pinned projects
          </h2>
          {grid(pins)}
        </section>
      )}
      {(pins.length === 0 || others.length > 0) && (
        <section aria-labelledby="projects">
          <h2 id="projects" className="mb-3 text-h2">
            <span>{pins.length === 0 ? 'Projects' : 'More projects'}</span>
            {others.length > 0 && <span className="ms-2 font-mono text-micro text-muted">{others.length}</span>}
          </h2>
          {projects === undefined ? (
            error === undefined ? (
              <CardBones cards={3} />
            ) : (
              <ErrorState title="The projects could not be loaded" error={error} onRetry={refetch} />
            )
          ) : projects.length === 0 ? (
            empty
          ) : (
            grid(others)
          )}
        </section>
      )}
    </>
  );
}

function countOf(count: number): string {
  if (count === 0) return 'No projects';
  return count === 1 ? '1 project' : `${count} projects`;
}
