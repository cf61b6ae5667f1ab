import { useEffect, useRef, useState } from 'react';
import { freshForSeconds } from '#client/api/base-api.ts';
import { feedQueryOf, useFeedQuery } from '#client/api/people-api.ts';
import { useMuted } from '#client/api/safety/mute-api.ts';
import { useAppSelector } from '#client/state/hooks.ts';
import { isSameQuery } from '#client/state/slices/feed-slice.ts';
import type { FeedItem } from '#shared/api/users.ts';
import { filterSkills } from './shown-people.ts';
import { type FeedChoices, isNarrowed } from './use-feed-choices.ts';

interface PeopleToMeet {
  /** Null until they are loaded. */
  people: FeedItem[] | null;
  /** The skills to offer as filters, from all people, so that the others stay when one is chosen. */
  skills: readonly string[];
  error: unknown;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

/** The people of the feed slice, loaded for the choices. */
export function usePeopleToMeet(choices: FeedChoices, ownSkills: readonly string[]): PeopleToMeet {
  const { items, of } = useAppSelector((state) => state.feed);
  const muted = useMuted();
  const asked = feedQueryOf(choices);
  const isOfChoice = items !== null && (of === undefined || isSameQuery(of, asked));
  // The slice may hold the answer to another choice, so a cached answer to this one is fetched again.
  const feed = useFeedQuery(asked, { refetchOnMountOrArgChange: isOfChoice ? freshForSeconds : true });
  const { isFetching } = feed;
  const mutedIds = new Set(muted.map(({ _id }) => _id));
  const people = isOfChoice ? items.filter(({ _id }) => !mutedIds.has(_id)) : [];
  return {
    people: isOfChoice ? people : null,
    skills: useOfferedSkills(isFetching || !isOfChoice ? undefined : items, feed.fulfilledTimeStamp, {
      shown: people,
      isWhole: !isNarrowed(choices),
      ownSkills,
    }),
    error: feed.error,
    isFetching,
    refetch: async () => feed.refetch(),
  };
}

/**
 * The skills of the last unfiltered reply, so that they do not change while cards leave or a filter is on. Before the
 * first reply, those of the people from an earlier visit, so that the row does not appear late and move the list.
 */
function useOfferedSkills(
  answer: readonly FeedItem[] | null | undefined,
  answeredAt: number | undefined,
  { shown, isWhole, ownSkills }: { shown: readonly FeedItem[]; isWhole: boolean; ownSkills: readonly string[] },
): readonly string[] {
  const [skills, setSkills] = useState<readonly string[]>(() => (isWhole ? filterSkills(shown, ownSkills) : []));
  const own = ownSkills.join();
  // With the first people, so that the row does not come after the cards.
  const first = skills.length === 0 && shown.length > 0 ? filterSkills(shown, ownSkills) : [];
  if (first.length > 0) setSkills(first);
  const latest = useRef(answer);
  latest.current = answer;
  const isAnswered = answer !== undefined;
  useEffect(() => {
    const people = latest.current;
    if (isAnswered && answeredAt !== undefined && people)
      setSkills((before) => (isWhole || before.length === 0 ? filterSkills(people, own.split(',')) : before));
  }, [isAnswered, answeredAt, isWhole, own]);
  return skills;
}
