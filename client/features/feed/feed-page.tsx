import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCapability } from '#client/api/capabilities.ts';
import { usePersonalProjectsQuery } from '#client/api/projects-api.ts';
import { useWaitingLink } from '#client/api/use-waiting-link.ts';
import { stories, useMatchMoment } from '#client/features/match/use-match-moment.tsx';
import { announce, useAnnouncedOnce } from '#client/lib/dom/announce.tsx';
import { useMediaQuery } from '#client/lib/dom/window-state.ts';
import { reasonsToMeet, sharedSkills } from '#client/lib/text/match-words.ts';
import { fullName, skillList } from '#client/lib/text/person.ts';
import { counted } from '#client/lib/text/short-count.ts';
import { useAppStore, useOwnUser } from '#client/state/hooks.ts';
import { ContinueLink } from '#client/ui/continue-link.tsx';
import { ErrorState } from '#client/ui/state/errors.tsx';
import type { Decision } from '#shared/api/requests.ts';
import type { FeedItem } from '#shared/api/users.ts';
import { type CardProps, DeveloperCard } from './cards/developer-card.tsx';
import { EmptyFeed } from './cards/empty-feed.tsx';
import { CompactCard, FeedBones, LastDecision } from './cards/feed-cards.tsx';
import './cards/cards.css';
import { useFeedKeys } from './cards/use-feed-keys.ts';
import { FeedBar } from './feed-bar.tsx';
import { FollowedUpdates, RightRail } from './right-rail.tsx';
import { useDecisions } from './use-decisions.ts';
import { useFeedChoices } from './use-feed-choices.ts';
import { bringToFront, neighbourOf, usePeopleToMeet } from './use-people-to-meet.ts';

/** With fewer cards than this left, the first page is loaded again. */
const refillUnder = 3;

/** How long a decided card is seen leaving, see cards.css. */
const leavingMs = 400;

export function FeedPage() {
  const own = useOwnUser();
  const ownSkills = skillList(own.skills);
  const choices = useFeedChoices();
  const { view } = choices;
  const waiting = useWaitingLink();
  const isRanked = useCapability('feed.ranked');
  const hasIntents = useCapability('profile.intent');
  const hasNotes = useCapability('requests.note');
  // By person. A card that returns has its note again.
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({});
  const region = useRef<HTMLElement>(null);
  const store = useAppStore();
  const hasRail = useMediaQuery('(width >= 80rem)');

  const [front, setFront] = useState<string>();
  const [refreshing, setRefreshing] = useState(false);
  const { meet, moment } = useMatchMoment('Keep looking');

  const linkTo = (id: string) => region.current?.querySelector<HTMLElement>(`[data-person="${CSS.escape(id)}"]`);
  const focusPerson = (id: string | undefined) => {
    const link = id === undefined ? undefined : linkTo(id);
    (link ?? document.querySelector<HTMLElement>('main h1'))?.focus();
  };
  const [leaving, setLeaving] = useState<{ person: FeedItem; status: Decision; at: number }>();
  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(() => setLeaving(undefined), leavingMs);
    return () => clearTimeout(timer);
  }, [leaving]);
  const handleReturned = ({ _id }: FeedItem, why: 'failed' | 'undone') => {
    if (!region.current) return false;
    flushSync(() => setFront(_id));
    // After a failure the user may be at another place: the focus moves only where the old card took it along, or where
    // the next card, which has it by now, goes again.
    const { activeElement } = document;
    const goesAgain = view === 'cards' && region.current.querySelector('article')?.contains(activeElement) === true;
    const isMoving = activeElement === document.body || goesAgain;
    if (why === 'undone' || isMoving) focusPerson(_id);
    return true;
  };

  const refill = useRef<() => void>(undefined);
  const { decide, failureOf, said, undoLast } = useDecisions({
    onDecided: () => refill.current?.(),
    onReturned: handleReturned,
    onConnected: (person) => meet({ person, story: stories.mutual(person) }),
  });
  const feed = usePeopleToMeet(choices, ownSkills);
  const { error, isFetching, refetch } = feed;
  const people = view === 'cards' && feed.people ? bringToFront(feed.people, front) : feed.people;
  const isLoading = people === null || (people.length === 0 && isFetching && !refreshing);
  useAnnouncedOnce(
    isLoading
      ? undefined
      : people.length === 0
        ? 'Nobody new for now'
        : `${counted(people.length, 'person', 'people')} to meet`,
  );
  refill.current = () => {
    if (region.current && (people?.length ?? 0) < refillUnder) void refetch();
  };
  const refresh = async () => {
    setRefreshing(true);
    await refetch();
    setRefreshing(false);
    if (store.getState().feed.items?.length === 0) announce('Nobody new yet');
  };

  const handleDecide = (person: FeedItem, status: Decision) => {
    const next = neighbourOf(people, person._id);
    const at = people?.findIndex(({ _id }) => _id === person._id) ?? 0;
    flushSync(() => {
      setLeaving({ person, status, at });
      decide(person, status, notes[person._id]?.trim());
    });
    const word = status === 'interested' ? 'Interested sent to' : 'Ignored';
    announce(`${word} ${person.firstName}. ${next ? `Next: ${fullName(next)}` : 'That was everyone for now'}`);
    focusPerson(next?._id);
  };

  const handleBlocked = ({ _id }: FeedItem) => {
    const next = neighbourOf(people, _id);
    requestAnimationFrame(() => focusPerson(next?._id));
    refill.current?.();
  };

  useFeedKeys({ region, people, isList: view === 'list', onDecide: handleDecide, onUndo: undoLast });

  // A card whose person is in the feed, such as after a failure, does not leave.
  const gone = leaving && people?.every(({ _id }) => _id !== leaving.person._id) ? leaving : undefined;
  const cardOf = (person: FeedItem) => ({
    person,
    shared: sharedSkills(person, ownSkills),
    reasons: reasonsToMeet(person, own),
    failed: failureOf(person),
    note: hasNotes
      ? {
          text: notes[person._id] ?? '',
          onChange: (text: string) => setNotes((before) => ({ ...before, [person._id]: text })),
        }
      : undefined,
    onDecide: (status: Decision) => handleDecide(person, status),
    onBlocked: () => handleBlocked(person),
    leaving: gone?.person._id === person._id ? gone.status : undefined,
  });

  return (
    <div className="gutter-x mx-auto flex w-full max-w-content gap-8 overflow-x-clip py-4 sm:py-6">
      <section ref={region} aria-label="People to meet" className="mx-auto w-full max-w-[42rem] min-w-0">
        <FeedBar
          choices={choices}
          skills={feed.skills}
          isRanked={isRanked}
          hasIntents={hasIntents}
          isLoading={isLoading && error === undefined}
          onChoose={choices.choose}
        />
        <div className="mb-4 empty:hidden">
          <ContinueLink waiting={waiting} />
        </div>
        <LastDecision said={said} onUndo={undoLast} />
        {error !== undefined && !people?.length ? (
          <ErrorState title="The feed could not be loaded" error={error} onRetry={refetch} />
        ) : isLoading ? (
          <FeedBones view={view} />
        ) : people.length === 0 ? (
          <EmptyFeed choices={choices} onUndo={undoLast} onRefresh={() => void refresh()} refreshing={refreshing} />
        ) : (
          <FeedCards people={people} view={view} leaving={gone} cardOf={cardOf} />
        )}
        {!hasRail && (
          <div className="mt-8">
            <FollowedUpdates />
          </div>
        )}
      </section>
      {hasRail && <RightRail />}
      {moment}
    </div>
  );
}

interface FeedCardsProps {
  people: readonly FeedItem[];
  view: 'cards' | 'list';
  /** The person of the last decision, while their card leaves, and the card's place in the list. */
  leaving: { person: FeedItem; at: number } | undefined;
  cardOf: (person: FeedItem) => CardProps;
}

/** One card on a stack, or compact cards side by side. */
function FeedCards({ people, view, leaving, cardOf }: FeedCardsProps) {
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
