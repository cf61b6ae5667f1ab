import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { useOwnUser } from '#client/store/hooks.ts';
import { fullName } from '#client/text/person.ts';
import { statusWords } from '#client/text/project-facts.ts';
import { Button } from '#client/ui/button.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { RetryLine } from '#client/ui/state/retry-line.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import type { ProjectActivity as Activity } from '#shared/api/project-activity.ts';
import { to } from '#shared/routes.ts';
import { useProjectActivityInfiniteQuery } from './activity-api.ts';

/** The activity of a project, newest first. Only for upstreams with the capability `projects.activity`. */
export function ProjectActivity({ projectId }: { projectId: string }) {
  const user = useOwnUser();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, isFetchNextPageError, refetch } =
    useProjectActivityInfiniteQuery(projectId, { refetchOnMountOrArgChange: true });
  const items = data?.pages.flatMap((page) => page.items);

  const retry = () => {
    heading.current?.focus();
    void (items === undefined ? refetch() : fetchNextPage());
  };
  return (
    <section aria-labelledby="activity-heading" className="card gap-3 p-4 print:hidden">
      <h2 id="activity-heading" ref={heading} tabIndex={-1} className="text-h3">
        Activity
      </h2>
      {items === undefined && error === undefined && <RowBones rows={2} />}
      {items?.length === 0 && !hasNextPage && (
        <p className="text-small text-muted">Nothing yet. Who joins, and what changes, appears here.</p>
      )}
      {items !== undefined && items.length > 0 && (
        <ul className="flex flex-col gap-2 text-small">
          {items.map((item) => (
            <li key={item._id} className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="min-w-0 wrap-anywhere" dir="auto">
                <Link
                  to={item.actor._id === user._id ? to.profile() : to.otherProfile(item.actor._id)}
                  className="font-semibold hover:underline"
                >
                  {item.actor._id === user._id ? 'You' : fullName(item.actor)}
                </Link>{' '}
                {lineOf(item, item.actor._id === user._id)}
              </span>
              <RelativeTime iso={item.createdAt} />
            </li>
          ))}
        </ul>
      )}
      {error !== undefined && (items === undefined || isFetchNextPageError) && (
        <RetryLine error={error} retrying={isFetching} onRetry={retry} />
      )}
      {hasNextPage && !isFetchNextPageError && (
        <Button
          look="quiet"
          className="btn-sm self-start pointer-coarse:min-h-11"
          pending={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </section>
  );
}

function lineOf({ kind, status }: Activity, isOwn: boolean): string {
  switch (kind) {
    case 'asked':
      return 'asked to join';
    case 'joined':
      return 'joined';
    case 'left':
      return 'left';
    case 'edited':
      return 'edited the page';
    case 'status':
      return status ? `set the status to ${statusWords[status]}` : 'changed the status';
    case 'owner':
      return isOwn ? 'are the creator now' : 'is the creator now';
    default:
      // A kind that only a newer upstream knows.
      return 'changed something';
  }
}
