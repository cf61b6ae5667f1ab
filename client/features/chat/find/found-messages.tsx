import { Link } from 'react-router-dom';
import { type MessageQuery, useFoundMessagesInfiniteQuery } from '#client/api/chat/message-api.ts';
import { useAnnounced } from '#client/lib/dom/announce.tsx';
import { useDebounced } from '#client/lib/dom/use-later.ts';
import { errorMessage } from '#client/lib/text/api-error.ts';
import { messageExcerpt, messageLine } from '#client/lib/text/message-format.ts';
import { fullName } from '#client/lib/text/person.ts';
import { Button } from '#client/ui/button.tsx';
import { Highlight, matchesIn } from '#client/ui/highlight.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import { Spinner } from '#client/ui/state/waiting.tsx';
import type { FoundMessage } from '#shared/api/chat.ts';
import { to } from '#shared/routes.ts';

/** A pause in typing after which is searched: one search, and not one a letter. */
export const searchPauseMs = 250;

/** The messages that are found, as rows after those of the people. */
export function FoundMessages({ query, ownId }: { query: string; ownId: string }) {
  const settled = useDebounced(query, searchPauseMs);
  const found = useMessages({ q: settled });
  return (
    <>
      <li className="px-3 pt-4 pb-1">
        <h2 className="font-semibold text-muted text-small">Messages</h2>
      </li>
      {found.items.map((item) => (
        <Row key={item.message._id} item={item} ownId={ownId} query={settled} />
      ))}
      <FoundEnd {...found} />
    </>
  );
}

export function useMessages(query: MessageQuery) {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useFoundMessagesInfiniteQuery(query);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  useAnnounced(
    isFetching || error ? undefined : `${items.length} ${items.length === 1 ? 'message' : 'messages'} found`,
  );
  return {
    items,
    isFetching,
    error,
    onMore: hasNextPage && !isFetching ? () => void fetchNextPage() : undefined,
    onRetry: () => void refetch(),
  };
}

/** After the last row: that there is more, that nothing was found, or why not. */
export function FoundEnd({ items, isFetching, error, onMore, onRetry }: ReturnType<typeof useMessages>) {
  return (
    <li className="flex justify-center p-3 text-muted text-small">
      {isFetching ? (
        <Spinner />
      ) : error !== undefined ? (
        <div className="flex flex-col items-center gap-2">
          <ErrorLine>{errorMessage(error)}</ErrorLine>
          <Button onClick={onRetry}>Retry</Button>
        </div>
      ) : onMore ? (
        <Button look="quiet" className="btn-sm" onClick={onMore}>
          Older ones
        </Button>
      ) : (
        items.length === 0 && 'No message with these words.'
      )}
    </li>
  );
}

function Row({ item: { message, peer }, ownId, query }: { item: FoundMessage; ownId: string; query: string }) {
  if (!peer) return null;
  return (
    <li>
      <Link
        to={`${to.chat(peer._id)}?message=${encodeURIComponent(message._id)}`}
        className="flex items-center gap-3 rounded-field px-3 py-2.5 hover:bg-base-content/6"
        data-found={message._id}
      >
        <Avatar person={peer} size={32} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="truncate font-medium text-small" dir="auto">
              {fullName(peer)}
            </span>
            <span className="ms-auto shrink-0">
              <RelativeTime iso={message.createdAt} />
            </span>
          </span>
          <span className="line-clamp-2 text-muted text-small" dir="auto">
            {message.senderId?._id === ownId && <span>You: </span>}
            <MarkedExcerpt text={messageLine(message)} query={query} />
          </span>
        </span>
      </Link>
    </li>
  );
}

/** Characters before the first word that was found. */
const lead = 30;

/** A line of a message around what was searched for, which is marked. */
export function MarkedExcerpt({ text, query }: { text: string; query: string }) {
  const words = query.split(/\s+/).filter((word) => word.length > 1);
  const line = messageExcerpt(text, 2000);
  const first = Math.min(...words.flatMap((word) => matchesIn(line, word)[0]?.start ?? []));
  const start = Number.isFinite(first) && first > lead ? first - lead : 0;
  const shown = `${start > 0 ? '…' : ''}${messageExcerpt(line.slice(start), 140)}`;
  const matches = words
    .flatMap((word) => matchesIn(shown, word))
    .sort((a, b) => a.start - b.start)
    .filter((match, index, all) => index === 0 || match.start >= (all[index - 1]?.end ?? 0));
  return <Highlight text={shown} matches={matches} />;
}
