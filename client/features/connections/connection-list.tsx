import MessageSquare from 'lucide-react/icons/message-square';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '#client/dom/class-names.ts';
import { listKeys } from '#client/dom/focus/list-keys.ts';
import { sharedAs } from '#client/dom/shared-element.ts';
import { useAppSelector, useOwnUser } from '#client/store/hooks.ts';
import { messageExcerpt } from '#client/text/markdown/message-format.ts';
import { fullName } from '#client/text/person.ts';
import { Count } from '#client/ui/count.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { OnlineTag } from '#client/ui/person/online-tag.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { to } from '#shared/routes.ts';
import type { ConnectionRow } from './connection-rows.ts';

interface Props {
  rows: readonly ConnectionRow[];
  /** How many connections are listed without a person. */
  former: number;
}

/** Memoised: while the user types a filter, the page is rendered for each letter before its list follows. */
export const ConnectionList = memo(function ConnectionList({ rows, former }: Props) {
  const ownId = useOwnUser()._id;
  return (
    <ul className="long-list card divide-y divide-base-300" onKeyDown={listKeys}>
      {rows.map((row) => (
        <Row key={row.person._id} row={row} ownId={ownId} />
      ))}
      {Array.from({ length: former }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: former members have no id, and their rows are all the same
        <FormerMember key={row} />
      ))}
    </ul>
  );
});

export const Row = memo(function Row({ row: { person, last, unread }, ownId }: { row: ConnectionRow; ownId: string }) {
  const name = fullName(person);
  const isOnline = useAppSelector((state) => state.live.online[person._id] === true);
  return (
    <li className="relative flex min-h-16 items-center gap-3 p-3 first:rounded-t-box last:rounded-b-box hover:bg-base-200 sm:p-4">
      <Avatar person={person} size={44} />
      <div className="min-w-0 flex-1">
        {/* Where large text leaves no room for both, the time wraps below the name, which keeps its width. */}
        <p className="flex min-w-0 items-baseline justify-between gap-x-2 max-sm:flex-wrap sm:justify-start">
          <Link
            to={to.otherProfile(person._id)}
            {...sharedAs('title', person._id)}
            data-row
            className={classNames(
              'truncate after:absolute after:inset-0 max-sm:min-w-0 max-sm:flex-[1_1_8rem]',
              unread > 0 ? 'font-bold' : 'font-semibold',
            )}
            dir="auto"
          >
            {name}
          </Link>
          {last && <RelativeTime iso={last.createdAt} />}
        </p>
        {/* A line of its own height also when empty, so that the name does not move when the person comes online. */}
        <p className="flex min-h-5 items-center gap-2 text-small">
          {isOnline && <OnlineTag />}
          <span
            className={classNames('min-w-0 flex-1 truncate', unread > 0 ? 'text-base-content' : 'text-muted')}
            dir="auto"
          >
            {last
              ? last.senderId === ownId
                ? `You: ${messageExcerpt(last.text)}`
                : messageExcerpt(last.text)
              : (person.headline ?? person.about)}
          </span>
          {unread > 0 && <Count count={unread} word="unread" />}
        </p>
      </div>
      <Link to={to.chat(person._id)} data-message className="btn btn-outline relative" aria-label={`Message ${name}`}>
        <MessageSquare size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className="hidden sm:inline">Message</span>
      </Link>
    </li>
  );
});

/** A connection whose account is suspended, or gone at another upstream: there is nobody to look at, or to write to. */
function FormerMember() {
  return (
    <li className="flex min-h-16 items-center gap-3 p-3 sm:p-4">
      <Avatar person={null} size={44} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-muted">{fullName(null)}</p>
        <p className="text-muted text-small">This account is not available.</p>
      </div>
    </li>
  );
}
