import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import EyeOff from 'lucide-react/icons/eye-off';
import Handshake from 'lucide-react/icons/handshake';
import type { ReactNode } from 'react';
import { classNames } from '#client/lib/dom/class-names.ts';
import { useRootMark } from '#client/lib/dom/window-state.ts';
import { copy } from '#client/lib/text/copy.ts';
import { fullName } from '#client/lib/text/person.ts';
import { NoteField } from '#client/ui/form/note-field.tsx';
import { Avatar, Cover } from '#client/ui/person/avatar.tsx';
import { MatchSentence, SkillChips, WishLine } from '#client/ui/person/person-facts.tsx';
import type { Decision } from '#shared/api/requests.ts';
import type { FeedItem, MatchReason } from '#shared/api/users.ts';
import { type FailedDecision, unsaved } from '../use-decisions.ts';
import { About, BestProject, CardMenu, NameLink } from './card-parts.tsx';
import { useDrag } from './use-drag.ts';

/** The note that goes out with Interested, where the upstream takes notes. */
export interface CardNote {
  text: string;
  onChange: (text: string) => void;
}

export interface CardProps {
  person: FeedItem;
  shared: readonly string[];
  reasons: readonly MatchReason[];
  failed: FailedDecision | undefined;
  note: CardNote | undefined;
  onDecide: (status: Decision) => void;
  onBlocked: () => void;
  /** The decision of a card that leaves: it is shown for a moment, and for nobody to use. */
  leaving: Decision | undefined;
}

/** The attributes of a card that leaves, for cards.css. */
export function leavingCard(decision: Decision | undefined) {
  if (decision === undefined) return undefined;
  return { inert: true, 'aria-hidden': true, 'data-stamp': decision === 'interested' ? 'Interested' : 'Ignored' };
}

/** The card on top of the stack. */
export function DeveloperCard({ person, shared, reasons, failed, note, onDecide, onBlocked, leaving }: CardProps) {
  useRootMark('deciding', leaving === undefined);
  return (
    <DraggedCard name={fullName(person)} onDecide={onDecide} leaving={leaving}>
      <Cover
        id={person._id}
        src={person.coverUrl}
        shape="band"
        eager
        className="h-[clamp(4rem,15dvh,8.5rem)] shrink-0 sm:h-[clamp(4rem,18dvh,9rem)]"
      />
      <CardMenu person={person} onBlocked={onBlocked} />
      <div className="flex flex-col gap-3 px-5 pb-4 sm:px-7">
        <div>
          <div className="-mt-14 flex items-end gap-4">
            <Avatar person={person} size={112} className="border-4 border-base-100" />
            {person.location && (
              <p className="ms-auto min-w-0 pb-2 text-end font-mono text-micro text-muted" dir="auto">
                {person.location}
              </p>
            )}
          </div>
          <NameLink person={person} className="mt-2 text-name" />
          {person.headline && (
            <p className="mt-0.5 text-muted" dir="auto">
              {person.headline}
            </p>
          )}
        </div>
        <About text={person.about} />
        <SkillChips skills={person.skills} shared={shared} />
        <MatchSentence reasons={reasons} />
        <WishLine person={person} />
        <BestProject personId={person._id} />
      </div>
      {/* A failure is shown with the buttons, which stay on screen however long the card is. On a screen that is not tall
          they would cover the name. */}
      <div
        data-decide
        className="tall:sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] mt-auto rounded-b-[1.25rem] bg-base-100 px-5 pt-2 pb-5 sm:px-7 sm:pb-6 lg:bottom-0"
      >
        <Failure failed={failed} onRetry={onDecide} />
        <Decide person={person} note={note} onDecide={onDecide} large />
      </div>
    </DraggedCard>
  );
}

interface DraggedCardProps extends Pick<CardProps, 'onDecide' | 'leaving'> {
  name: string;
  children: ReactNode;
}

/** Apart from its content, so that the content is not rendered again while the card is dragged. */
function DraggedCard({ name, onDecide, leaving, children }: DraggedCardProps) {
  const { decision, decides, handlers } = useDrag(onDecide);
  return (
    <article
      aria-label={name}
      className={classNames(
        'card overflow-clip rounded-[1.25rem] max-sm:min-h-[calc(100dvh-14rem)]',
        leaving ? 'absolute inset-x-0 top-0 z-10' : 'spring relative z-1',
      )}
      {...leavingCard(leaving)}
      {...handlers}
    >
      {decision && <Stamp decision={decision} faint={!decides} />}
      {children}
    </article>
  );
}

/** Names the decision that releasing the dragged card would make; faint until the card is dragged far enough. */
function Stamp({ decision, faint }: { decision: Decision; faint: boolean }) {
  const isInterested = decision === 'interested';
  const Icon = isInterested ? Handshake : EyeOff;
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'stamp absolute top-5 z-2',
        isInterested ? 'start-5 bg-primary text-primary-content' : 'end-5 bg-neutral text-neutral-content',
        faint && 'opacity-60',
      )}
    >
      <Icon size={22} strokeWidth={1.75} />
      <span>{isInterested ? 'Interested' : 'Ignore'}</span>
    </span>
  );
}

export function Failure({
  failed,
  onRetry,
}: {
  failed: FailedDecision | undefined;
  onRetry: (status: Decision) => void;
}) {
  if (!failed) return null;
  return (
    <div className="mb-3 flex items-start gap-2 rounded-field border border-error p-3 text-small">
      <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-error" aria-hidden="true" />
      <p className="min-w-0 flex-1">
        {unsaved(failed.status)} {failed.message}
      </p>
      {failed.mayRetry && (
        <button type="button" className="font-semibold underline" onClick={() => onRetry(failed.status)}>
          {copy.retry}
        </button>
      )}
    </div>
  );
}

/** Ignores the second click of a double click: it would decide on the next person, whose card the user has not seen. */
export function Decide({
  person,
  note,
  onDecide,
  large,
}: {
  person: FeedItem;
  note: CardNote | undefined;
  onDecide: (status: Decision) => void;
  large?: boolean;
}) {
  const name = fullName(person);
  return (
    <div className={`flex flex-wrap gap-2 *:px-3 sm:gap-3 ${large ? '*:min-h-12' : ''}`}>
      <button
        type="button"
        className="btn btn-outline flex-[1_1_5rem]"
        aria-label={`Ignore ${name}`}
        onClick={({ detail }) => detail < 2 && onDecide('ignored')}
      >
        <EyeOff size={16} strokeWidth={1.75} aria-hidden="true" />
        Ignore
      </button>
      <button
        type="button"
        className={`btn flex-[1.4_1_5rem] ${large ? 'btn-primary' : 'border-transparent bg-tint text-primary'}`}
        aria-label={`Interested in ${name}`}
        onClick={({ detail }) => detail < 2 && onDecide('interested')}
      >
        <Handshake size={16} strokeWidth={1.75} aria-hidden="true" />
        Interested
      </button>
      {note && <NoteField person={person} note={note.text} onChange={note.onChange} className="basis-full px-0!" />}
    </div>
  );
}
