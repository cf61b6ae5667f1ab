import type { ReactNode } from 'react';
import { usePersonalProjectsQuery } from '#client/api/projects-api.ts';
import { useAnnounced } from '#client/lib/dom/announce.tsx';
import type { CardRelation } from '#client/lib/text/relation.ts';
import { counted } from '#client/lib/text/short-count.ts';
import { ProjectGrid } from '#client/ui/project/project-card.tsx';
import { ErrorState } from '#client/ui/state/errors.tsx';
import { CardBones } from '#client/ui/state/skeleton.tsx';

interface Props {
  userId: string;
  relation?: CardRelation;
  highlighted?: string | undefined;
  /** Shown when there are none. */
  empty: ReactNode;
}

/** A person's projects. Shows its own error, so that a failure leaves the rest of the profile usable. */
export function ProfileProjects({ userId, relation = 'none', highlighted, empty }: Props) {
  const { data: projects, error, refetch } = usePersonalProjectsQuery({ userId });
  useAnnounced(projects && (projects.length === 0 ? 'No projects' : counted(projects.length, 'project')));
  return (
    <section aria-labelledby="projects">
      <h2 id="projects" className="mb-3 text-h2">
        <span>Projects</span>
        {projects && projects.length > 0 && (
          <span className="ms-2 font-mono text-micro text-muted">{projects.length}</span>
        )}
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
        <ProjectGrid
          projects={projects}
          cardOf={({ _id }) => ({ relation, creatorShown: false, highlighted: _id === highlighted })}
        />
      )}
    </section>
  );
}
