import { Link } from 'react-router-dom';
import { useAllProjectsQuery } from '#client/store/api/projects-api.ts';
import { useAppSelector, useOwnUser } from '#client/store/hooks.ts';
import { fullName } from '#client/text/person.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { ProjectCard } from '#client/ui/project-card.tsx';
import { to } from '#shared/routes.ts';

/** Beside the feed on wide screens: what waits, and two projects. */
export function RightRail() {
  const own = useOwnUser();
  const requests = useAppSelector((state) => state.requests.items);
  const { data: projects } = useAllProjectsQuery();
  const picks = projects?.filter((project) => project.creator?._id !== own._id).slice(0, 2) ?? [];
  return (
    <aside aria-label="Beside the feed" className="flex w-80 shrink-0 flex-col gap-6">
      {requests && requests.length > 0 && (
        <section aria-labelledby="rail-requests">
          <h2 id="rail-requests" className="mb-2 text-h3">
            Waiting for your answer
          </h2>
          <ul className="card divide-y divide-base-300">
            {requests.slice(0, 3).map(({ _id, fromUserID: person }) => (
              <li key={_id}>
                <Link to={to.requests()} className="flex items-center gap-3 p-3 hover:bg-base-200">
                  <Avatar person={person} size={32} />
                  <span className="truncate text-small">{fullName(person)}</span>
                </Link>
              </li>
            ))}
          </ul>
          {requests.length > 3 && (
            <Link to={to.requests()} className="mt-2 inline-block text-small text-primary underline">
              All {requests.length}
            </Link>
          )}
        </section>
      )}
      {picks.length > 0 && (
        <section aria-labelledby="rail-projects">
          <h2 id="rail-projects" className="mb-2 text-h3">
            Projects to look at
          </h2>
          <div className="flex flex-col gap-4">
            {picks.map((project) => (
              <ProjectCard key={project._id} project={project} />
            ))}
          </div>
        </section>
      )}
    </aside>
  );
}
