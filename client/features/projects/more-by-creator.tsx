import { usePersonalProjectsQuery } from '#client/store/api/projects-api.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { saidWord } from '#client/text/project-relation.ts';
import { cardGrid } from '#client/ui/card-grid.ts';
import { ProjectCard } from '#client/ui/project/project-card.tsx';
import type { Project } from '#shared/api/projects.ts';
import { arrange } from './list/project-order.ts';

/** Up to three other projects of the creator; nothing where they cannot be loaded. */
export function MoreByCreator({ project }: { project: Project }) {
  const user = useOwnUser();
  const { data } = usePersonalProjectsQuery({ userId: project.creator._id });
  const others = arrange(data ?? [], 'newest', '')
    .filter(({ _id }) => _id !== project._id)
    .slice(0, 3);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="more-heading" className="mt-8 print:hidden">
      <h2 id="more-heading" className="mb-4 text-h2">
        More by {project.creator.firstName}
      </h2>
      <ul className={cardGrid}>
        {others.map((other) => (
          <li key={other._id} className="min-w-0">
            <ProjectCard project={other} {...saidWord(other, user._id)} creatorShown={false} />
          </li>
        ))}
      </ul>
    </section>
  );
}
