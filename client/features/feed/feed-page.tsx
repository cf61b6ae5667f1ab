import { Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { announce } from '#client/dom/focus/announce.ts';
import { useAnnouncedOnce } from '#client/dom/focus/use-announced.ts';
import { lazyPart } from '#client/dom/retry/lazy-part.ts';
import { AfterNextFrame } from '#client/dom/timing/after-next-frame.tsx';
import { useMediaQuery } from '#client/dom/use-media-query.ts';
import { useOwnProfile } from '#client/store/api/own-profile.ts';
import { useAppStore } from '#client/store/hooks.ts';
import { fullName, skillList } from '#client/text/person.ts';
import { sharedSkills } from '#client/text/shared-skills.ts';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import type { Decision } from '#shared/api/requests.ts';
import type { FeedItem } from '#shared/api/users.ts';
import { bringToFront, countInWords, neighbourOf } from './arrange-feed.ts';
import { beginFeed } from './begin-feed.ts';
import { CaughtUp, NobodyWithSkill } from './cards/empty-feed.tsx';
import { FeedBones, FeedCards } from './cards/feed-cards.tsx';
import { LastDecision } from './cards/last-decision.tsx';
import { slideAside } from './cards/slide-aside.ts';
import { useFeedKeys } from './cards/use-feed-keys.ts';
import { ContinueLink } from './continue-link.tsx';
import { FeedBar } from './feed-bar.tsx';
import { RightRail } from './right-rail.tsx';
import { useDecisions } from './use-decisions.ts';
import { useFeedChoices } from './use-feed-choices.ts';
import { usePeopleToMeet } from './use-people-to-meet.ts';

const MatchMoment = lazyPart(async () => (await import('./match-moment.tsx')).MatchMoment);

/** With fewer cards than this left, the first page is loaded again. */
const refillUnder = 3;

export function FeedPage() {
  const { user: own } = useOwnProfile();
  const ownSkills = skillList(own.skills);
  const choices = useFeedChoices();
  const { order, view, skill } = choices;
  const region = useRef<HTMLElement>(null);
  const store = useAppStore();
  const hasRail = useMediaQuery('(width >= 80rem)');

  const [front, setFront] = useState<string>();
  const [refreshing, setRefreshing] = useState(false);
  const [matched, setMatched] = useState<FeedItem>();

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
    onSettled: () => refill.current?.(),
    onReturned: handleReturned,
    onConnected: (person) => {
      if (region.current) setMatched(person);
      return region.current !== null;
    },
  });
  const feed = usePeopleToMeet({ order, skill, ownSkills });
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
    flushSync(() => decide(person, status));
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
    failed: failureOf(person),
    onDecide: (status: Decision) => handleDecide(person, status),
    onBlocked: () => handleBlocked(person),
  });

  return (
    <div className="gutter-x mx-auto flex w-full max-w-content gap-8 py-4 sm:py-6">
      <section ref={region} aria-label="People to meet" className="mx-auto w-full max-w-[42rem] min-w-0">
        <FeedBar
          order={order}
          view={view}
          skill={skill}
          skills={feed.skills}
          isLoading={isLoading && error === undefined}
          onOrder={choices.setOrder}
          onView={choices.setView}
          onSkill={choices.setSkill}
        />
        <ContinueLink />
        <LastDecision said={said} onUndo={undoLast} />
        {error !== undefined && !people?.length ? (
          <ErrorState title="The feed could not be loaded" error={error} onRetry={refetch} />
        ) : isLoading ? (
          <FeedBones view={view} />
        ) : people.length === 0 ? (
          skill !== '' ? (
            <NobodyWithSkill skill={skill} onUndo={undoLast} onClear={() => choices.setSkill('')} />
          ) : (
            <CaughtUp onUndo={undoLast} onRefresh={() => void refresh()} refreshing={refreshing} />
          )
        ) : (
          <AfterNextFrame onShown={handleShown}>
            <FeedCards people={people} view={view} cardOf={cardOf} />
          </AfterNextFrame>
        )}
      </section>
      {hasRail && <RightRail />}
      {matched && (
        <Suspense>
          <MatchMoment
            person={matched}
            shared={sharedSkills(matched, ownSkills)}
            onClose={() => setMatched(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

FeedPage.begin = beginFeed;
