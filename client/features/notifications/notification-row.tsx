import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { fullName } from '#client/text/person.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import type { User } from '#shared/api/users.ts';

interface Props {
  href: string;
  person: User | null;
  line: string;
  at: string | undefined;
  onLeave: () => void;
  children?: ReactNode;
}

export function NotificationRow({ href, person, line, at, onLeave, children }: Props) {
  return (
    <li>
      <Link to={href} className="flex items-center gap-3 rounded-field p-2 hover:bg-base-200" onClick={onLeave}>
        <Avatar person={person} size={40} />
        <span className="min-w-0 flex-1">
          {/* With very large text the time wraps below the name. */}
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="min-w-0 flex-[1_1_5rem] truncate font-semibold" dir="auto">
              {fullName(person)}
            </span>
            {at !== undefined && <RelativeTime iso={at} />}
          </span>
          <span className="flex items-center gap-2 text-small">
            <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere text-muted" dir="auto">
              {line}
            </span>
            {children}
          </span>
        </span>
      </Link>
    </li>
  );
}
