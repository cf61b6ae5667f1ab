import { Link } from 'react-router-dom';
import { peopleApi } from '#client/store/api/people-api.ts';
import { useNewProjectsQuery } from '#client/store/api/projects-api.ts';
import { useAppSelector, useOwnUser } from '#client/store/hooks.ts';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { ProjectCard } from '#client/ui/person/project-card.tsx';
import { to } from '#shared/routes.ts';

/** Beside the feed on wide screens: waiting requests and messages, and two projects. */
export function RightRail() {
  const own = useOwnUser();
  const requests = useAppSelector((state) => state.requests.items);
  // Not before the requests, whose line would push them down.
  const { isError } = peopleApi.endpoints.received.useQueryState();
  const { data: projects } = useNewProjectsQuery(undefined, { skip: requests === null && !isError });
  const picks = projects?.filter((project) => project.creator?._id !== own._id).slice(0, 2) ?? [];
  return (
    <aside aria-label="Beside the feed" className="flex w-80 shrink-0 flex-col gap-6">
      {requests && requests.length > 0 && (
        <Link to={to.requests()} className="group flex items-center gap-3 rounded-box py-1">
          <span className="flex shrink-0 ps-2">
            {requests.slice(0, 3).map(({ _id, fromUserID: person }) => (
              <Avatar key={_id} person={person} size={48} className="-ms-2 border-3 border-base-200" />
            ))}
          </span>
          <span className="font-semibold group-hover:underline">{waiting(requests.length)}</span>
        </Link>
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

function waiting(count: number): string {
  return count === 1 ? '1 person waits for your answer' : `${count} people wait for your answer`;
}
