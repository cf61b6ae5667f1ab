import MessageSquare from 'lucide-react/icons/message-square';
import { memo, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useListKeys } from '#client/lib/dom/shortcuts.ts';
import { folded } from '#client/lib/text/folded.ts';
import { fullName } from '#client/lib/text/person.ts';
import { useAppSelector } from '#client/state/hooks.ts';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { OnlineTag } from '#client/ui/person/relation.tsx';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';

interface Props {
  people: readonly User[];
  /** How many connections are listed without a person. */
  former: number;
}

/** Memoised: while the user types a filter, the page is rendered for each letter before its list follows. */
export const ConnectionList = memo(function ConnectionList({ people, former }: Props) {
  const list = useRef<HTMLUListElement>(null);
  useListKeys(list, {
    next: 'Next connection',
    previous: 'Previous connection',
    message: 'Message the connection in focus',
  });
  return (
    <ul ref={list} className="long-list card divide-y divide-base-300">
      {people.map((person) => (
        <Row key={person._id} person={person} />
      ))}
      {Array.from({ length: former }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: former members have no id, and their rows are all the same
        <FormerMember key={row} />
      ))}
    </ul>
  );
});

export const Row = memo(function Row({ person }: { person: User }) {
  const name = fullName(person);
  const isOnline = useAppSelector((state) => state.live.online[person._id] === true);
  return (
    <li className="relative flex min-h-16 items-center gap-3 p-3 first:rounded-t-box last:rounded-b-box hover:bg-base-content/6 sm:p-4">
      <Avatar person={person} size={44} />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0">
          <Link
            to={to.otherProfile(person._id)}
            data-row
            className="truncate font-semibold after:absolute after:inset-0"
            dir="auto"
          >
            {name}
          </Link>
        </p>
        {/* A line of its own height also when empty, so that the name does not move when the person comes online. */}
        <p className="flex min-h-5 items-center gap-2 text-small">
          {isOnline && <OnlineTag />}
          <span className="min-w-0 flex-1 truncate text-muted" dir="auto">
            {person.headline ?? person.about}
          </span>
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

export function byName(people: readonly User[]): readonly User[] {
  return [...people].sort((a, b) => fullName(a).localeCompare(fullName(b)));
}

/** The people whose names hold this text, without regard to accents. They stay the same, and are not rendered again. */
export function matching(people: readonly User[], filter: string): readonly User[] {
  const wanted = folded(filter.trim());
  return people.filter((person) => folded(fullName(person)).includes(wanted));
}
