import EyeOff from 'lucide-react/icons/eye-off';
import Handshake from 'lucide-react/icons/handshake';
import type { ReactNode } from 'react';
import { classNames } from '#client/dom/class-names.ts';
import { useRootMark } from '#client/dom/use-root-mark.ts';
import { fullName } from '#client/text/person.ts';
import { Card } from '#client/ui/card.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { Cover } from '#client/ui/person/cover.tsx';
import { MatchSentence } from '#client/ui/person/match-sentence.tsx';
import { SkillChips } from '#client/ui/person/skill-chips.tsx';
import { WishLine } from '#client/ui/person/wish-line.tsx';
import type { Decision } from '#shared/api/requests.ts';
import type { FeedItem, MatchReason } from '#shared/api/users.ts';
import type { FailedDecision } from '../use-decisions.ts';
import { BestProject } from './best-project.tsx';
import { About, CardMenu, NameLink } from './card-text.tsx';
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
}

/** The card on top of the stack. */
export function DeveloperCard({ person, shared, reasons, failed, note, onDecide, onBlocked }: CardProps) {
  useRootMark('deciding');
  return (
    <DraggedCard name={fullName(person)} onDecide={onDecide}>
      <Cover
        id={person._id}
        src={person.coverUrl}
        shape="band"
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

interface DraggedCardProps extends Pick<CardProps, 'onDecide'> {
  name: string;
  children: ReactNode;
}

/** Apart from its content, so that the content is not rendered again while the card is dragged. */
function DraggedCard({ name, onDecide, children }: DraggedCardProps) {
  const { decision, decides, handlers } = useDrag(onDecide);
  return (
    <Card
      aria-label={name}
      className="spring relative z-1 rounded-[1.25rem] max-lg:min-h-[calc(100dvh-14rem)]"
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
