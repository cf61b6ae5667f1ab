import { useRef, useState } from 'react';
import { useProjectUpdatesInfiniteQuery } from '#client/store/api/updates-api.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { RetryLine } from '#client/ui/state/retry-line.tsx';
import type { Project } from '#shared/api/projects.ts';
import { NewUpdate } from './new-update.tsx';
import { OneUpdate } from './one-update.tsx';

/**
 * What the creator and the members tell of the project, newest first. Only for upstreams with the capability
 * `projects.updates`; without any update it is there for those who can post one.
 */
export function ProjectUpdates({ project }: { project: Project }) {
  const user = useOwnUser();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isWriting, setWriting] = useState(false);
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, isFetchNextPageError, refetch } =
    useProjectUpdatesInfiniteQuery(project._id, { refetchOnMountOrArgChange: true });
  const items = data?.pages.flatMap((page) => page.items);
  const isOwner = project.creator._id === user._id;
  const canPost = isOwner || project.viewer?.relation === 'accepted';
  if (!canPost && error === undefined && !items?.length) return null;

  const close = () => {
    setWriting(false);
    heading.current?.focus();
  };
  const retry = () => {
    heading.current?.focus();
    void (items === undefined ? refetch() : fetchNextPage());
  };
  return (
    <section aria-labelledby="updates-heading" className="card gap-4 p-5 sm:p-8 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="updates-heading" ref={heading} tabIndex={-1} className="text-h2">
          Updates
        </h2>
        {canPost && !isWriting && <Button onClick={() => setWriting(true)}>Post an update</Button>}
      </div>
      {isWriting && <NewUpdate projectId={project._id} onClose={close} />}
      {items?.length === 0 && !isWriting && (
        <p className="text-muted">Nothing yet. Tell who follows this project what is new.</p>
      )}
      {items !== undefined && items.length > 0 && (
        <ul className="flex flex-col gap-6">
          {items.map((update) => (
            <OneUpdate
              key={update._id}
              projectId={project._id}
              update={update}
              mayDelete={isOwner || update.author._id === user._id}
              onDeleted={() => heading.current?.focus()}
            />
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
