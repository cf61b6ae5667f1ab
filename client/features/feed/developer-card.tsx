import { CircleAlert, EyeOff, Handshake } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '#client/dom/class-names.ts';
import { copy } from '#client/text/copy.ts';
import { fullName, initials } from '#client/text/person.ts';
import { Avatar, Photo } from '#client/ui/avatar.tsx';
import { Card } from '#client/ui/card.tsx';
import { SkillChips } from '#client/ui/skill-chips.tsx';
import type { Decision } from '#shared/api/requests.ts';
import type { FeedItem } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';
import { type FailedDecision, unsaved } from './use-decisions.ts';
import { useDrag } from './use-drag.ts';

interface Props {
  person: FeedItem;
  shared: readonly string[];
  failed: FailedDecision | undefined;
  onDecide: (status: Decision) => void;
}

/** The card on top of the stack. */
export function DeveloperCard({ person, shared, failed, onDecide }: Props) {
  const { offset, decides, handlers } = useDrag({
    onLeft: () => onDecide('ignored'),
    onRight: () => onDecide('interested'),
  });
  const name = fullName(person);
  return (
    <Card aria-label={name} className="enter relative z-1 shadow-none max-lg:min-h-[calc(100dvh-17rem)]" {...handlers}>
      <div
        className={`relative aspect-[4/3] w-full shrink-0 overflow-hidden ${person.photoUrl ? 'max-h-[28dvh] sm:max-h-[40dvh]' : 'max-h-[15dvh] sm:max-h-[26dvh]'}`}
        aria-hidden="true"
      >
        <Photo src={person.photoUrl} id={person._id} label={initials(name)} fontSize="4.5rem" />
        {offset !== 0 && (
          <span
            className={classNames(
              'absolute top-4 inline-flex items-center gap-2 rounded-selector px-3 py-1 text-h3',
              offset > 0 ? 'left-4 bg-primary text-primary-content' : 'right-4 bg-neutral text-neutral-content',
              // Until it is far enough, it is only a hint.
              !decides && 'opacity-60',
            )}
          >
            {offset > 0 ? <Handshake size={20} strokeWidth={1.75} /> : <EyeOff size={20} strokeWidth={1.75} />}
            {offset > 0 ? 'Interested' : 'Ignore'}
          </span>
        )}
      </div>
      <div className="flex flex-col gap-3 p-4 sm:p-6">
        <div>
          <NameLink person={person} />
          {person.headline && (
            <p className="text-small text-muted" dir="auto">
              {person.headline}
            </p>
          )}
        </div>
        <About text={person.about} />
        <SkillChips skills={person.skills} />
        <SharedLine shared={shared} />
      </div>
      {/* The reason stands with the buttons: they are on screen however long the card is. */}
      <div
        data-decide
        className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] mt-auto border-t border-base-300 bg-base-100 p-4 sm:px-6 lg:bottom-0"
      >
        <Failure failed={failed} onRetry={onDecide} />
        <Decide person={person} onDecide={onDecide} />
      </div>
    </Card>
  );
}

/** The same person in the list view. */
export function CompactCard({ person, shared, failed, onDecide }: Props) {
  return (
    <Card aria-label={fullName(person)} className="p-4">
      <div className="flex items-start gap-3">
        <Avatar person={person} size={48} />
        <div className="min-w-0">
          <NameLink person={person} />
          {person.about && (
            <p className="text-small text-muted line-clamp-2" dir="auto">
              {person.about}
            </p>
          )}
        </div>
      </div>
      <div className="mt-3 flex flex-col gap-2">
        <SkillChips skills={person.skills} max={4} />
        <SharedLine shared={shared} />
      </div>
      <div className="mt-auto pt-4">
        <Failure failed={failed} onRetry={onDecide} />
        <Decide person={person} onDecide={onDecide} />
      </div>
    </Card>
  );
}

function NameLink({ person }: { person: FeedItem }) {
  return (
    <h2 className="text-h2" dir="auto">
      <Link to={to.otherProfile(person._id)} className="rounded-selector hover:underline" data-person={person._id}>
        {fullName(person)}
      </Link>
    </h2>
  );
}

function About({ text }: { text: string | undefined }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  if (!text) return null;
  // About as many characters as four lines hold: a measured clamp would need a layout pass per card.
  const isLong = text.length > 220 || text.split('\n').length > 4;
  return (
    <div>
      <p id={id} className={`whitespace-pre-line ${open || !isLong ? '' : 'line-clamp-4'}`} dir="auto">
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          className="btn btn-ghost btn-xs mt-1 -ms-2 text-primary"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Less' : 'More'}
        </button>
      )}
    </div>
  );
}

function SharedLine({ shared }: { shared: readonly string[] }) {
  if (shared.length === 0) return null;
  return (
    <p className="font-mono text-micro text-primary">
      {shared.length} shared: {shared.join(', ')}
    </p>
  );
}

function Failure({ failed, onRetry }: { failed: FailedDecision | undefined; onRetry: (status: Decision) => void }) {
  if (!failed) return null;
  return (
    <div className="mb-3 flex items-start gap-2 rounded-field border border-error p-3 text-small">
      <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-error" aria-hidden="true" />
      <p className="min-w-0 flex-1">
        {unsaved(failed.status)} {failed.message}
      </p>
      <button type="button" className="font-semibold underline" onClick={() => onRetry(failed.status)}>
        {copy.retry}
      </button>
    </div>
  );
}

/** The second click of a double click falls on the next person's button, whom nobody has looked at: it counts for nobody. */
function Decide({ person, onDecide }: { person: FeedItem; onDecide: (status: Decision) => void }) {
  const name = fullName(person);
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-3">
      <button
        type="button"
        className="btn btn-outline"
        aria-label={`Ignore ${name}`}
        onClick={({ detail }) => detail < 2 && onDecide('ignored')}
      >
        <EyeOff size={16} strokeWidth={1.75} aria-hidden="true" />
        Ignore
      </button>
      <button
        type="button"
        className="btn btn-primary"
        aria-label={`Interested in ${name}`}
        onClick={({ detail }) => detail < 2 && onDecide('interested')}
      >
        <Handshake size={16} strokeWidth={1.75} aria-hidden="true" />
        Interested
      </button>
    </div>
  );
}
