import Send from 'lucide-react/icons/send';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { fullName } from '#client/text/person.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { RelationTag } from '#client/ui/person/relation-tag.tsx';
import { RequestNote } from '#client/ui/person/request-note.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';

interface Props {
  person: User | null;
  at: string;
  ignored: boolean;
  /** What the user said with the request. */
  note?: string | undefined;
  failure?: string | undefined;
  children?: ReactNode;
}

export function SentRow({ person, at, ignored, note, failure, children }: Props) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <Avatar person={person} size={48} />
      <div className="min-w-32 flex-1 wrap-anywhere">
        <p className="flex flex-wrap items-baseline gap-x-2">
          {person ? (
            <Link to={to.otherProfile(person._id)} className="font-semibold hover:underline" dir="auto">
              {fullName(person)}
            </Link>
          ) : (
            <span className="font-semibold">{fullName(person)}</span>
          )}
          <RelativeTime iso={at} />
        </p>
        {ignored ? <span className="text-micro text-muted">Ignored</span> : <RelationTag relation="pending" />}
        <RequestNote text={note} />
        <ErrorLine className="mt-1">{failure}</ErrorLine>
      </div>
      {children}
    </li>
  );
}

interface NothingProps {
  title?: string;
  children?: ReactNode;
}

export function NothingSent({
  title = 'Nothing sent',
  children = 'People you are interested in appear here until they answer.',
}: NothingProps) {
  return (
    <EmptyState
      title={title}
      icon={<Send size={24} strokeWidth={1.75} />}
      actions={
        <ButtonLink to={to.feed()} look="primary">
          Open feed
        </ButtonLink>
      }
    >
      {children}
    </EmptyState>
  );
}
