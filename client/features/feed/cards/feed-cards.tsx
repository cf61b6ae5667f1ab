import Undo2 from 'lucide-react/icons/undo-2';
import { fullName } from '#client/lib/text/person.ts';
import { Avatar, Cover } from '#client/ui/person/avatar.tsx';
import { MatchSentence, SkillChips, WishLine } from '#client/ui/person/person-facts.tsx';
import { Bone, CoveredBones, RepeatedBones } from '#client/ui/state/skeleton.tsx';
import { CardMenu, NameLink } from './card-parts.tsx';
import { type CardProps, Decide, Failure, leavingCard } from './developer-card.tsx';

export function FeedBones({ view }: { view: 'cards' | 'list' }) {
  if (view === 'cards')
    return (
      <CoveredBones
        className="max-sm:min-h-[calc(100dvh-14rem)]"
        cover="h-[clamp(5.5rem,15dvh,8.5rem)] sm:h-36"
        body="gap-3 px-5 pb-5 sm:px-7"
        avatar="-mt-14 size-28"
        bones={['h-6 w-1/2', 'h-4 w-full', 'h-4 w-full', 'h-4 w-3/4', 'h-6 w-2/3', 'h-10 w-full']}
      />
    );
  return (
    <RepeatedBones times={4} className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <div className="card gap-3 p-4">
        <Bone className="size-12 rounded-full" />
        <Bone className="h-4 w-2/3" />
        <Bone className="h-10 w-full" />
      </div>
    </RepeatedBones>
  );
}

/** The same person in the list view. */
export function CompactCard({ person, shared, reasons, failed, note, onDecide, onBlocked, leaving }: CardProps) {
  return (
    <article aria-label={fullName(person)} className="card relative overflow-clip" {...leavingCard(leaving)}>
      <Cover id={person._id} src={person.coverUrl} shape="band" className="h-16 shrink-0" />
      <CardMenu person={person} onBlocked={onBlocked} />
      <div className="flex flex-1 flex-col gap-2 px-4 pb-4">
        <Avatar person={person} size={64} className="-mt-9 border-4 border-base-100" />
        <div className="min-w-0">
          <NameLink person={person} className="text-h2" />
          <p className="line-clamp-2 text-muted text-small" dir="auto">
            {person.headline || person.about}
          </p>
        </div>
        <SkillChips skills={person.skills} max={4} shared={shared} />
        <MatchSentence reasons={reasons} />
        <WishLine person={person} />
        <div className="mt-auto pt-2">
          <Failure failed={failed} onRetry={onDecide} />
          <Decide person={person} note={note} onDecide={onDecide} />
        </div>
      </div>
    </article>
  );
}

interface LastDecisionProps {
  /** The last decision in words: "Interested sent to Ana". */
  said: string | undefined;
  onUndo: (() => void) | undefined;
}

/** A line above the card, for the last decision. Keeps its height while empty, so that the card does not move. */
export function LastDecision({ said, onUndo }: LastDecisionProps) {
  return (
    <p className="mb-1 flex min-h-7 items-center gap-2 px-1 text-muted text-small">
      {said !== undefined && <span className="truncate">{said}</span>}
      {said !== undefined && onUndo && (
        <button
          type="button"
          className="inline-flex min-h-6 shrink-0 items-center gap-1 rounded-selector px-2 font-semibold text-primary hover:underline pointer-coarse:-my-2 pointer-coarse:min-h-11"
          onClick={onUndo}
        >
          <Undo2 size={14} strokeWidth={2} aria-hidden="true" />
          Undo
        </button>
      )}
    </p>
  );
}
