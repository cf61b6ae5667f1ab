import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { announce, useAnnouncedOnce } from '#client/dom/announce.tsx';

import { AfterNextFrame } from '#client/dom/frames.tsx';
import { useMediaQuery } from '#client/dom/window-state.ts';
import { stories, useMatchMoment } from '#client/features/match/use-match-moment.tsx';
import { useCapability } from '#client/store/api/capabilities.ts';
import { useWaitingLink } from '#client/store/api/use-waiting-link.ts';
import { useAppStore, useOwnUser } from '#client/store/hooks.ts';
import { reasonsToMeet, sharedSkills } from '#client/text/match-words.ts';
import { fullName, skillList } from '#client/text/person.ts';

import { ContinueLink } from '#client/ui/continue-link.tsx';
import { ErrorState } from '#client/ui/state/errors.tsx';
import type { Decision } from '#shared/api/requests.ts';
import type { FeedItem } from '#shared/api/users.ts';
import { LastDecision } from './cards/decide-bar.tsx';
import { CaughtUp, NobodyFound } from './cards/empty-feed.tsx';
import { FeedBones, FeedCards } from './cards/feed-cards.tsx';
import { slideAside } from './cards/slide-aside.ts';
import { useFeedKeys } from './cards/use-feed-keys.ts';
import { FeedBar } from './feed-bar.tsx';
import { FollowedUpdates, RightRail } from './right-rail.tsx';

import { bringToFront, countInWords, neighbourOf } from './shown-people.ts';
import { useDecisions } from './use-decisions.ts';
import { isNarrowed, noFilters, useFeedChoices } from './use-feed-choices.ts';
import { usePeopleToMeet } from './use-people-to-meet.ts';

/** With fewer cards than this left, the first page is loaded again. */
const refillUnder = 3;

export function FeedPage() {
  const own = useOwnUser();
  const ownSkills = skillList(own.skills);
  const choices = useFeedChoices();
  const { view, skill } = choices;
  const waiting = useWaitingLink();
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
  // The person whose card takes the focus as soon as it is shown.
  const nextFocus = useRef<string>(undefined);
  const focusPerson = (id: string | undefined) => {
    const link = id === undefined ? null : linkTo(id);
    nextFocus.current = link ? undefined : id;
    if (link) link.focus();
    else if (id === undefined) document.querySelector<HTMLElement>('main h1')?.focus();
  };
  const handleShown = () => {
    if (nextFocus.current === undefined) return;
    const link = linkTo(nextFocus.current);
    nextFocus.current = undefined;
    (link ?? document.querySelector<HTMLElement>('main h1'))?.focus();
  };
  const handleReturned = ({ _id }: FeedItem, why: 'failed' | 'undone') => {
    if (!region.current) return false;
    flushSync(() => setFront(_id));
    // After a failure the user may be at another place: the focus moves only where the old card took it along, or where
    // the next card, which has it by now, goes again.
    const { activeElement } = document;
    const goesAgain = view === 'cards' && region.current.querySelector('article')?.contains(activeElement) === true;
    const isMoving = nextFocus.current !== undefined || activeElement === document.body || goesAgain;
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
    slideAside(linkTo(person._id)?.closest('article'), status);
    flushSync(() => decide(person, status, notes[person._id]?.trim()));
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
  });

  return (
    <div className="gutter-x mx-auto flex w-full max-w-content gap-8 py-4 sm:py-6">
      <section ref={region} aria-label="People to meet" className="mx-auto w-full max-w-[42rem] min-w-0">
        <FeedBar
          choices={choices}
          skills={feed.skills}
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
          <AfterNextFrame onShown={handleShown}>
            <FeedCards people={people} view={view} cardOf={cardOf} />
          </AfterNextFrame>
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
