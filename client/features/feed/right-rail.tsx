import { Link } from 'react-router-dom';
import { useCapability } from '#client/api/capabilities.ts';
import { peopleApi } from '#client/api/people-api.ts';
import { useNewProjectsQuery } from '#client/api/projects-api.ts';
import { useFollowedUpdatesInfiniteQuery } from '#client/api/updates-api.ts';
import { plainExcerpt } from '#client/lib/text/markdown/plain-excerpt.ts';
import { fullName } from '#client/lib/text/person.ts';
import { useAppSelector, useOwnUser } from '#client/state/hooks.ts';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { ProjectCard } from '#client/ui/project/project-card.tsx';
import { takesPart } from '#client/ui/project/project-facts.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { Section } from '#client/ui/section.tsx';
import { OlderItems } from '#client/ui/state/errors.tsx';
import { to } from '#shared/routes.ts';

/** Beside the feed on wide screens: waiting requests and messages, and two projects. */
export function RightRail() {
  const own = useOwnUser();
  const requests = useAppSelector((state) => state.requests.items);
  // Not before the requests, whose line would push them down.
  const { isError } = peopleApi.endpoints.received.useQueryState();
  const { data: projects } = useNewProjectsQuery(undefined, { skip: requests === null && !isError });
  const picks = projects?.filter((project) => !takesPart(project, own._id)).slice(0, 2) ?? [];
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
      <FollowedUpdates />
      {picks.length > 0 && (
        <Section title="Projects to look at" look="mb-2 text-h3">
          <div className="flex flex-col gap-4">
            {picks.map((project) => (
              <ProjectCard key={project._id} project={project} />
            ))}
          </div>
        </Section>
      )}
    </aside>
  );
}

function waiting(count: number): string {
  return count === 1 ? '1 person waits for your answer' : `${count} people wait for your answer`;
}

/** Updates of the projects that the user follows: beside the feed, or below it where there is no room. Nothing without any. */
export function FollowedUpdates() {
  const isOffered = useCapability('projects');
  const list = useFollowedUpdatesInfiniteQuery(undefined, {
    skip: !isOffered,
    refetchOnMountOrArgChange: true,
  });
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <Section title="From projects you follow" look="mb-1 text-h3" className="flex flex-col gap-1">
      <ul className="card divide-y divide-base-300 px-4">
        {items.map(({ _id, project, author, text, createdAt }) => (
          <li key={_id} className="flex flex-col gap-0.5 py-3 text-small">
            <Link to={to.project(project._id)} className="wrap-anywhere font-semibold hover:underline" dir="auto">
              {project.projectName || 'Untitled project'}
            </Link>
            <p className="line-clamp-3 wrap-anywhere" dir="auto">
              {plainExcerpt(text)}
            </p>
            <p className="text-muted">
              {fullName(author)} · <RelativeTime iso={createdAt} />
            </p>
          </li>
        ))}
      </ul>
      <OlderItems list={list} />
    </Section>
  );
}
