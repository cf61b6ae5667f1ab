import { skipToken } from '@reduxjs/toolkit/query';
import { usePersonalProjectsQuery } from '#client/api/projects-api.ts';
import { Bone, CoveredBones, RepeatedBones } from '#client/ui/state/skeleton.tsx';
import type { FeedItem } from '#shared/api/users.ts';
import './cards.css';
import { fullName } from '#client/lib/text/person.ts';
import { Card } from '#client/ui/card.tsx';
import { Avatar, Cover } from '#client/ui/person/avatar.tsx';

import { MatchSentence, SkillChips, WishLine } from '#client/ui/person/person-facts.tsx';
import { Decide, Failure } from './decide-bar.tsx';
import { CardMenu, type CardProps, DeveloperCard, leavingCard, NameLink } from './developer-card.tsx';

type View = 'cards' | 'list';

interface Props {
  people: readonly FeedItem[];
  view: View;
  /** The person of the last decision, while their card leaves, and the card's place in the list. */
  leaving: { person: FeedItem; at: number } | undefined;
  cardOf: (person: FeedItem) => CardProps;
}

/** One card on a stack, or compact cards side by side. */
export function FeedCards({ people, view, leaving, cardOf }: Props) {
  const [top, next] = people;
  // Loaded ahead, so that the next card does not grow while it is read.
  usePersonalProjectsQuery(view === 'cards' && next ? { userId: next._id, newest: 1 } : skipToken);
  if (view === 'list') {
    return (
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {(leaving ? people.toSpliced(leaving.at, 0, leaving.person) : people).map((person) => (
          <CompactCard key={person._id} {...cardOf(person)} />
        ))}
      </div>
    );
  }
  return (
    <div className="relative pb-3">
      {people.length > 1 && (
        <div aria-hidden="true" className="card absolute inset-x-4 bottom-0 h-24 rounded-[1.25rem]" />
      )}
      {/* By key: the element that was pressed or dragged is the one that leaves. */}
      {[top, leaving?.person].map((person) => person && <DeveloperCard key={person._id} {...cardOf(person)} />)}
    </div>
  );
}

export function FeedBones({ view }: { view: View }) {
  if (view === 'cards')
    return (
      <CoveredBones
        className="max-lg:min-h-[calc(100dvh-14rem)]"
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
    <Card aria-label={fullName(person)} className="relative" {...leavingCard(leaving)}>
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
