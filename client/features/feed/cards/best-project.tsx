import { Link } from 'react-router-dom';
import { usePersonalProjectsQuery } from '#client/store/api/projects-api.ts';
import { plainExcerpt } from '#client/text/markdown/plain-excerpt.ts';
import { Cover } from '#client/ui/person/cover.tsx';
import { to } from '#shared/routes.ts';

/** A small card of this person's newest project, if they have one. */
export function BestProject({ personId }: { personId: string }) {
  const { currentData } = usePersonalProjectsQuery({ userId: personId, newest: 1 });
  const project = currentData?.[0];
  if (!project) return null;
  const excerpt = plainExcerpt(project.description ?? '');
  return (
    <Link
      to={to.project(project._id)}
      className="flex items-center gap-3 rounded-field border border-base-300 p-2 hover:border-outline"
    >
      <Cover
        id={project._id}
        src={project.projectImage}
        shape="thumb"
        className="aspect-cover w-24 shrink-0 rounded-selector"
      />
      <span className="min-w-0" dir="auto">
        <span className="block truncate font-semibold text-small">{project.projectName || 'Untitled project'}</span>
        {excerpt !== '' && <span className="line-clamp-1 text-muted text-small">{excerpt}</span>}
      </span>
    </Link>
  );
}
