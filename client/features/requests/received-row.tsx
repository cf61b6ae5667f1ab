import { Link2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { fullName } from '#client/lib/person.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { SkillChips } from '#client/ui/skill-chips.tsx';
import type { ReceivedRequest, Review } from '#shared/api/requests.ts';
import { to } from '#shared/routes.ts';

interface Props {
  request: ReceivedRequest;
  connected: boolean;
  failure: string | undefined;
  selection: { selected: boolean; onToggle: () => void } | undefined;
  onReview: (status: Review) => void;
  onLeave: () => void;
}

export function ReceivedRow({ request, connected, failure, selection, onReview, onLeave }: Props) {
  const person = request.fromUserID;
  const name = fullName(person);
  return (
    <li data-request={request._id} className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      {selection && (
        <input
          type="checkbox"
          className="checkbox checkbox-primary"
          aria-label={`Select the request from ${name}`}
          checked={selection.selected}
          onChange={selection.onToggle}
        />
      )}
      <Avatar person={person} size={48} />
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          {person ? (
            <Link to={to.otherProfile(person._id)} data-row className="link-hover font-semibold" dir="auto">
              {name}
            </Link>
          ) : (
            <span className="font-semibold">{name}</span>
          )}
          <RelativeTime iso={request.createdAt} />
        </p>
        <p className="line-clamp-2 text-muted text-small" dir="auto">
          {person?.headline ?? person?.about}
        </p>
        <div className="mt-1">
          <SkillChips skills={person?.skills} max={4} />
        </div>
        {failure !== undefined && (
          <p role="alert" className="mt-1 text-error text-small">
            {failure}
          </p>
        )}
      </div>
      {connected && person ? (
        <Connected person={person} onLeave={onLeave} />
      ) : (
        <div className="flex gap-2">
          {/* Another upstream cannot list connections at all once one of them is with somebody who is gone. */}
          {person && (
            <Button look="primary" aria-label={`Accept ${name}`} onClick={() => onReview('accepted')}>
              Accept
            </Button>
          )}
          <Button look="quiet" aria-label={`Reject ${name}`} onClick={() => onReview('rejected')}>
            Reject
          </Button>
        </div>
      )}
    </li>
  );
}

/** Stays for six seconds, then the row leaves. */
function Connected({ person, onLeave }: { person: { _id: string; firstName: string }; onLeave: () => void }) {
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  useEffect(() => {
    const timer = setTimeout(() => leave.current(), 6000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className="flex items-center gap-2 text-accent text-small">
      <Link2 size={16} strokeWidth={1.75} aria-hidden="true" />
      Connected with {person.firstName} -
      <Link to={to.chat(person._id)} className="link">
        Say hello
      </Link>
    </p>
  );
}
