import EyeOff from 'lucide-react/icons/eye-off';
import Handshake from 'lucide-react/icons/handshake';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { usePersonalProjectsQuery } from '#client/api/projects-api.ts';
import { PersonMenu } from '#client/features/safety/block-person.tsx';
import { classNames } from '#client/lib/dom/class-names.ts';
import { useRootMark } from '#client/lib/dom/window-state.ts';
import { plainExcerpt } from '#client/lib/text/markdown/plain-excerpt.ts';
import { fullName } from '#client/lib/text/person.ts';
import { Card } from '#client/ui/card.tsx';
import { Avatar, Cover } from '#client/ui/person/avatar.tsx';

import { MatchSentence, SkillChips, WishLine } from '#client/ui/person/person-facts.tsx';
import type { Decision } from '#shared/api/requests.ts';
import type { FeedItem, MatchReason } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';
import type { FailedDecision } from '../use-decisions.ts';
import { type CardNote, Decide, Failure } from './decide-bar.tsx';
import { useDrag } from './use-drag.ts';

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
    <Card
      aria-label={name}
      className={classNames(
        'rounded-[1.25rem] max-lg:min-h-[calc(100dvh-14rem)]',
        leaving ? 'absolute inset-x-0 top-0 z-10' : 'spring relative z-1',
      )}
      {...leavingCard(leaving)}
      {...handlers}
    >
      {decision && <Stamp decision={decision} faint={!decides} />}
      {children}
    </Card>
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

/** A small card of this person's newest project, if they have one. */
export function BestProject({ personId }: { personId: string }) {
  const { currentData } = usePersonalProjectsQuery({ userId: personId, newest: 1 });
  const project = currentData?.[0];
  if (!project) return null;
  const excerpt = plainExcerpt(project.description ?? '');
  return (
    <Link
      to={to.project(project._id)}
      className="flex items-center gap-3 rounded-field border border-base-300 p-2 hover:border-outline"
    >
      <Cover
        id={project._id}
        src={project.projectImage}
        shape="thumb"
        className="aspect-cover w-24 shrink-0 rounded-selector"
      />
      <span className="min-w-0" dir="auto">
        <span className="block truncate font-semibold text-small">{project.projectName || 'Untitled project'}</span>
        {excerpt !== '' && <span className="line-clamp-1 text-muted text-small">{excerpt}</span>}
      </span>
    </Link>
  );
}

export function NameLink({ person, className }: { person: FeedItem; className: string }) {
  return (
    <h2 className={className} dir="auto">
      <Link to={to.otherProfile(person._id)} className="rounded-selector hover:underline" data-person={person._id}>
        {fullName(person)}
      </Link>
    </h2>
  );
}

/** In the corner of the cover. */
export function CardMenu({ person, onBlocked }: { person: FeedItem; onBlocked: () => void }) {
  return (
    <div className="absolute end-2 top-2 z-1 empty:hidden">
      <PersonMenu person={person} className="btn-sm bg-base-100" onBlocked={onBlocked} />
    </div>
  );
}

export function About({ text }: { text: string | undefined }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  if (!text) return null;
  // An estimate of what four lines hold: measuring the text would cost a layout for each card.
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
