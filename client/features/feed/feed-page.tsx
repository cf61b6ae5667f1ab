import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCapability } from '#client/api/capabilities.ts';
import { useWaitingLink } from '#client/api/use-waiting-link.ts';
import { stories, useMatchMoment } from '#client/features/match/use-match-moment.tsx';
import { announce, useAnnouncedOnce } from '#client/lib/dom/announce.tsx';
import { useMediaQuery } from '#client/lib/dom/window-state.ts';
import { reasonsToMeet, sharedSkills } from '#client/lib/text/match-words.ts';
import { fullName, skillList } from '#client/lib/text/person.ts';
import { useAppStore, useOwnUser } from '#client/state/hooks.ts';

import { ContinueLink } from '#client/ui/continue-link.tsx';
import { ErrorState } from '#client/ui/state/errors.tsx';
import type { Decision } from '#shared/api/requests.ts';
import type { FeedItem } from '#shared/api/users.ts';
import { LastDecision } from './cards/decide-bar.tsx';
import { CaughtUp, NobodyFound } from './cards/empty-feed.tsx';
import { FeedBones, FeedCards } from './cards/feed-cards.tsx';
import { useFeedKeys } from './cards/use-feed-keys.ts';
import { FeedBar } from './feed-bar.tsx';
import { FollowedUpdates, RightRail } from './right-rail.tsx';

import { bringToFront, countInWords, neighbourOf } from './shown-people.ts';
import { useDecisions } from './use-decisions.ts';
import { isNarrowed, noFilters, useFeedChoices } from './use-feed-choices.ts';
import { usePeopleToMeet } from './use-people-to-meet.ts';

/** With fewer cards than this left, the first page is loaded again. */
const refillUnder = 3;

/** How long a decided card is seen leaving, see cards.css. */
const leavingMs = 400;

export function FeedPage() {
  const own = useOwnUser();
  const ownSkills = skillList(own.skills);
  const choices = useFeedChoices();
  const { view, skill } = choices;
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
  useAnnouncedOnce(isLoading ? undefined : countInWords(people.length));
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
          isNarrowed(choices) ? (
            <NobodyFound skill={skill} onUndo={undoLast} onClear={() => choices.choose(noFilters)} />
          ) : (
            <CaughtUp onUndo={undoLast} onRefresh={() => void refresh()} refreshing={refreshing} />
          )
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
