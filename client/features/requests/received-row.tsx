import Link2 from 'lucide-react/icons/link-2';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { PersonMenu } from '#client/features/safety/block-person.tsx';
import { reasonsToMeet, sharedSkills } from '#client/lib/text/match-words.ts';
import { fullName } from '#client/lib/text/person.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { MatchSentence, SkillChips, WishLine } from '#client/ui/person/person-facts.tsx';
import { RequestNote } from '#client/ui/person/relation.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import type { ReceivedRequest, Review } from '#shared/api/requests.ts';
import { to } from '#shared/routes.ts';

interface Props {
  request: ReceivedRequest;
  /** `connected`: just accepted. `gone`: withdrawn, or answered on another device. */
  state: 'open' | 'connected' | 'gone';
  failure: string | undefined;
  selection: { selected: boolean; onToggle: () => void } | undefined;
  onReview: (status: Review) => void;
  /** Called when the row is dismissed, or its sender blocked. */
  onLeave: () => void;
}

export function ReceivedRow({ request, state, failure, selection, onReview, onLeave }: Props) {
  const person = request.fromUserID;
  const name = fullName(person);
  const own = useOwnUser();
  const shared = person ? sharedSkills(person, own.skills) : [];
  return (
    <li data-request={request._id} className="flex flex-wrap items-start gap-x-4 gap-y-3 p-4 sm:p-5">
      {selection && state === 'open' && (
        <input
          type="checkbox"
          className="checkbox checkbox-primary"
          aria-label={`Select the request from ${name}`}
          checked={selection.selected}
          onChange={selection.onToggle}
        />
      )}
      <Avatar person={person} size={64} />
      <div className="min-w-44 flex-1 wrap-anywhere">
        <p className="flex flex-wrap items-baseline gap-x-2">
          {person ? (
            <Link to={to.otherProfile(person._id)} data-row className="text-h3 hover:underline" dir="auto">
              {name}
            </Link>
          ) : (
            <span className="text-h3">{name}</span>
          )}
          <RelativeTime iso={request.createdAt} />
        </p>
        <p className="line-clamp-2 text-muted text-small" dir="auto">
          {person?.headline ?? person?.about}
        </p>
        <RequestNote text={request.note} />
        <div className="mt-2 flex flex-col gap-1.5 empty:hidden">
          <SkillChips skills={person?.skills} shared={shared} max={4} />
          {person && <MatchSentence reasons={reasonsToMeet(person, own)} />}
          {person && <WishLine person={person} />}
        </div>
        <ErrorLine className="mt-1">{failure}</ErrorLine>
      </div>
      {state === 'connected' && person ? (
        <Connected person={person} onDismiss={onLeave} />
      ) : state === 'gone' ? (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-muted text-small">No longer waiting</span>
          <Button look="quiet" aria-label={`Dismiss the request from ${name}`} onClick={onLeave}>
            Dismiss
          </Button>
        </div>
      ) : (
        <div className="flex gap-2 sm:self-center max-sm:w-full max-sm:*:not-[.btn-square]:flex-1">
          {/* No Accept for a deleted account: another upstream cannot list connections once one has no account. */}
          {person && (
            <Button look="primary" aria-label={`Accept ${name}`} onClick={() => onReview('accepted')}>
              Accept
            </Button>
          )}
          <Button look="quiet" aria-label={`Reject ${name}`} onClick={() => onReview('rejected')}>
            Reject
          </Button>
          {person && <PersonMenu person={person} onBlocked={onLeave} />}
        </div>
      )}
    </li>
  );
}

/** Calls `onDismiss` after six seconds without pointer or focus. */
function Connected({ person, onDismiss }: { person: { _id: string; firstName: string }; onDismiss: () => void }) {
  const [held, setHeld] = useState(false);
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(), 6000);
    return () => clearTimeout(timer);
  }, [held]);
  return (
    <p
      className="enter flex items-center gap-2 text-accent text-small"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Link2 size={16} strokeWidth={1.75} aria-hidden="true" />
      Connected with {person.firstName}
      <span aria-hidden="true">-</span>
      <Link to={to.chat(person._id)} className="font-semibold underline underline-offset-2">
        Say hello
      </Link>
    </p>
  );
}
