import MessageSquare from 'lucide-react/icons/message-square';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '#client/dom/class-names.ts';
import { useRelation } from '#client/store/api/relations/use-relation.ts';
import { fullName } from '#client/text/person.ts';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { RelationButtons, RelationFailed } from '#client/ui/person/relation-buttons.tsx';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';

/** The creator, with the buttons of their relation to the user. */
export function CreatorRow({ creator, actions, secondary }: { creator: User; actions: boolean; secondary: boolean }) {
  const { relation, isKnown, canWithdraw, pending, failure, act } = useRelation(creator);
  // On a phone the buttons have a line of their own from the first, where it is not known yet which there are.
  const [hasLine] = useState(!isKnown);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <Link to={to.otherProfile(creator._id)} className="flex min-w-0 items-center gap-3 rounded-field hover:underline">
        <Avatar person={creator} size={40} />
        <span className="min-w-0">
          <span className="block truncate font-semibold" dir="auto">
            {fullName(creator)}
          </span>
          {creator.headline && <span className="block truncate text-small text-muted">{creator.headline}</span>}
        </span>
      </Link>
      {actions && !isKnown && <div className="h-10 w-full sm:hidden" />}
      {actions && isKnown && (
        <div className={classNames('flex min-h-10 flex-wrap items-center gap-2', hasLine && 'max-sm:w-full')}>
          <RelationButtons
            person={creator}
            secondary={secondary}
            relation={relation}
            canWithdraw={canWithdraw}
            pending={pending}
            onAct={act}
          />
          <RelationFailed failure={failure} />
        </div>
      )}
    </div>
  );
}

/** The accepted members, with a chat link for those whom the user can write to. */
export function Members({ members, ownId, isOwner }: { members: readonly User[]; ownId: string; isOwner: boolean }) {
  if (members.length === 0) return null;
  return (
    <section aria-labelledby="members-heading" className="card gap-3 p-4">
      <h2 id="members-heading" className="text-h3">
        Members <span className="font-mono text-micro text-muted">{members.length}</span>
      </h2>
      <ul className="flex flex-col gap-2">
        {members.map((member) => (
          <li key={member._id} className="flex items-center gap-3">
            <Link
              to={member._id === ownId ? to.profile() : to.otherProfile(member._id)}
              className="flex min-w-0 flex-1 items-center gap-3 rounded-field hover:underline"
            >
              <Avatar person={member} size={32} />
              <span className="truncate" dir="auto">
                {member._id === ownId ? 'You' : fullName(member)}
              </span>
            </Link>
            {isOwner && (
              <Link
                to={to.chat(member._id)}
                className="btn btn-ghost btn-sm"
                aria-label={`Message ${fullName(member)}`}
              >
                <MessageSquare size={16} strokeWidth={1.75} aria-hidden="true" />
                Message
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
