import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '#client/dom/class-names.ts';
import { useKeptFocus } from '#client/dom/focus/use-kept-focus.ts';
import { stories, useMatchMoment } from '#client/features/match/use-match-moment.tsx';
import { useRelation } from '#client/store/api/relations/use-relation.ts';
import { fullName } from '#client/text/person.ts';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { RelationButtons, RelationFailed } from '#client/ui/person/relation-buttons.tsx';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';

/** The creator, with the buttons of their relation to the user. */
export function CreatorRow({ creator, actions }: { creator: User; actions: boolean }) {
  const { meet, moment } = useMatchMoment('Write later');
  const { relation, isKnown, canWithdraw, pending, failure, act } = useRelation(creator, (by) =>
    meet({ person: creator, story: (by === 'accept' ? stories.accepted : stories.mutual)(creator) }),
  );
  // On a phone the buttons have a line of their own from the first, where it is not known yet which there are.
  const [hasLine] = useState(!isKnown);
  const buttons = useRef<HTMLDivElement>(null);
  const { pressed } = useKeptFocus(buttons, relation);
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
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
        <div
          ref={buttons}
          role="group"
          tabIndex={-1}
          aria-label={`You and ${creator.firstName}`}
          className={classNames('flex min-h-10 flex-wrap items-center gap-2', hasLine && 'max-sm:w-full')}
        >
          <RelationButtons
            person={creator}
            relation={relation}
            canWithdraw={canWithdraw}
            pending={pending}
            onAct={(action) => {
              pressed();
              void act(action);
            }}
          />
          <RelationFailed failure={failure} />
        </div>
      )}
      {moment}
    </div>
  );
}
