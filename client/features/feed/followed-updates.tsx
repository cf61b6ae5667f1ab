import { Link } from 'react-router-dom';
import { useCapability } from '#client/store/api/capabilities.ts';
import { useFollowedUpdatesInfiniteQuery } from '#client/store/api/updates-api.ts';
import { plainExcerpt } from '#client/text/markdown/plain-excerpt.ts';
import { fullName } from '#client/text/person.ts';
import { Button } from '#client/ui/button.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { to } from '#shared/routes.ts';

/** Updates of the projects that the user follows: beside the feed, or below it where there is no room. Nothing without any. */
export function FollowedUpdates() {
  const isOffered = useCapability('projects.updates');
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useFollowedUpdatesInfiniteQuery(undefined, {
    skip: !isOffered,
    refetchOnMountOrArgChange: true,
  });
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="followed-updates">
      <h2 id="followed-updates" className="mb-2 text-h3">
        From projects you follow
      </h2>
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
      {hasNextPage && (
        <Button
          look="quiet"
          className="btn-sm mt-1 pointer-coarse:min-h-11"
          pending={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </section>
  );
}
