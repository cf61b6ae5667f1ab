import { fullName } from '#client/text/person.ts';
import { Card } from '#client/ui/card.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { Cover } from '#client/ui/person/cover.tsx';
import { MatchSentence } from '#client/ui/person/match-sentence.tsx';
import { SkillChips } from '#client/ui/person/skill-chips.tsx';
import { WishLine } from '#client/ui/person/wish-line.tsx';
import { CardMenu, NameLink } from './card-text.tsx';
import { Decide, Failure } from './decide-bar.tsx';
import type { CardProps } from './developer-card.tsx';

/** The same person in the list view. */
export function CompactCard({ person, shared, reasons, failed, note, onDecide, onBlocked }: CardProps) {
  return (
    <Card aria-label={fullName(person)} className="relative">
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
    </Card>
  );
}
