import { useEffect, useRef, useState } from 'react';
import { useMuted } from '#client/device/muted.ts';
import { useCapabilitiesKnown, useCapability } from '#client/store/api/capabilities.ts';
import { useAppDispatch, useAppSelector, useAppStore, useOwnUser } from '#client/store/hooks.ts';
import { clearFeed, setFeed } from '#client/store/slices/feed-slice.ts';
import type { FeedItem } from '#shared/api/users.ts';
import { arrangeFeed, filterSkills, mergeFeed, type Order } from './arrange-feed.ts';
import { takeBegunFeed } from './begin-feed.ts';
import { feedQueryOf, useFeedQuery } from './feed-api.ts';
import { recentDecisions } from './recent-decisions.ts';

interface Choices {
  order: Order;
  skill: string;
  ownSkills: readonly string[];
}

interface PeopleToMeet {
  /** Null until they are loaded. */
  people: FeedItem[] | null;
  /** The skills to offer as filters, from all people, so that the others stay when one is chosen. */
  skills: readonly string[];
  error: unknown;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

/** Loads the feed into its slice. Where the upstream cannot order and filter, this does. */
export function usePeopleToMeet({ order, skill, ownSkills }: Choices): PeopleToMeet {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const own = useOwnUser();
  const items = useAppSelector((state) => state.feed.items);
  const ranked = useCapability('feed.ranked');
  const known = useCapabilitiesKnown();
  const muted = useMuted(own._id);
  const openedAt = useRef(Date.now());
  const choice = ranked ? `${order} ${skill}` : '';
  const lastChoice = useRef(choice);

  // The slice holds the answer already that came before the screen was drawn: it is not asked for again.
  const [isBegun, setBegun] = useState(() => takeBegunFeed(store));
  const feed = useFeedQuery(feedQueryOf({ order, skill }, ranked), {
    skip: !known,
    refetchOnMountOrArgChange: !isBegun,
  });
  const { data, isFetching, fulfilledTimeStamp = 0 } = feed;
  useEffect(() => {
    if (lastChoice.current === choice) return;
    lastChoice.current = choice;
    openedAt.current = Date.now();
    setBegun(false);
    dispatch(clearFeed());
  }, [choice, dispatch]);
  useEffect(() => {
    // A cached reply of an earlier visit may hold people whom the user has decided on since.
    if (!data || isFetching || fulfilledTimeStamp < openedAt.current) return;
    const { feed, steps } = store.getState();
    dispatch(setFeed(mergeFeed(feed.items, data, recentDecisions(steps, openedAt.current))));
  }, [data, isFetching, fulfilledTimeStamp, dispatch, store]);

  const mutedIds = new Set(muted.map(({ _id }) => _id));
  const all = (items ?? []).filter(({ _id }) => !mutedIds.has(_id));
  const people = ranked ? all : arrangeFeed(all, { order, skill, ownSkills });
  return {
    people: items === null ? null : people,
    skills: useOfferedSkills(isFetching ? undefined : data, {
      shown: all,
      isWhole: skill === '' || !ranked,
      ownSkills,
    }),
    error: feed.error,
    isFetching: isFetching || !known,
    refetch: async () => (known ? feed.refetch() : undefined),
  };
}

/**
 * The skills of the last unfiltered reply, so that they do not change while cards leave or a filter is on. Before the
 * first reply, those of the people from an earlier visit, so that the row does not appear late and move the list.
 */
function useOfferedSkills(
  answer: readonly FeedItem[] | undefined,
  { shown, isWhole, ownSkills }: { shown: readonly FeedItem[]; isWhole: boolean; ownSkills: readonly string[] },
): readonly string[] {
  const [skills, setSkills] = useState<readonly string[]>(() => (isWhole ? filterSkills(shown, ownSkills) : []));
  const own = ownSkills.join();
  useEffect(() => {
    if (answer) setSkills((before) => (isWhole || before.length === 0 ? filterSkills(answer, own.split(',')) : before));
  }, [answer, isWhole, own]);
  return skills;
}
