import { useState } from 'react';
import { freshForSeconds } from '#client/api/base-api.ts';
import { feedQueryOf, useFeedQuery } from '#client/api/people-api.ts';
import { useMuted } from '#client/api/safety/mute-api.ts';
import { countedSkills } from '#client/lib/text/match-words.ts';
import { useAppSelector } from '#client/state/hooks.ts';
import { isSameQuery } from '#client/state/slices/feed-slice.ts';
import type { FeedItem } from '#shared/api/users.ts';
import { skillKey } from '#shared/skills/skills.ts';
import { type FeedChoices, isNarrowed } from './use-feed-choices.ts';

/** The people of the feed slice, loaded for the choices. */
export function usePeopleToMeet(choices: FeedChoices, ownSkills: readonly string[]) {
  const { items, of } = useAppSelector((state) => state.feed);
  const muted = useMuted();
  const asked = feedQueryOf(choices);
  const isOfChoice = items !== null && (of === undefined || isSameQuery(of, asked));
  // The slice may hold the answer to another choice, so a cached answer to this one is fetched again.
  const feed = useFeedQuery(asked, { refetchOnMountOrArgChange: isOfChoice ? freshForSeconds : true });
  const { isFetching, fulfilledTimeStamp: at } = feed;
  const mutedIds = new Set(muted.map(({ _id }) => _id));
  const people = isOfChoice ? items.filter(({ _id }) => !mutedIds.has(_id)) : null;

  // The skills of the last unfiltered answer do not change while cards leave or a filter is on. Before the first answer,
  // those of an earlier visit stand there, so that the row does not appear late and move the cards.
  const [offered, setOffered] = useState<{ at?: number | undefined; skills: readonly string[] }>({ skills: [] });
  const isAnswered = people !== null && !isFetching && !isNarrowed(choices) && at !== offered.at;
  if (isAnswered || offered.skills.length === 0) {
    const skills = filterSkills(people ?? [], ownSkills);
    if (isAnswered || skills.length > 0) setOffered({ at, skills });
  }
  return {
    /** Null until they are loaded. */
    people,
    /** The skills to offer as filters. */
    skills: offered.skills,
    error: feed.error,
    isFetching,
    refetch: async () => feed.refetch(),
  };
}

/** Puts a restored person first, whatever the order: the card view shows only the first. */
export function bringToFront(people: readonly FeedItem[], id: string | undefined): readonly FeedItem[] {
  const person = people.find(({ _id }) => _id === id);
  return person ? [person, ...people.filter((other) => other !== person)] : people;
}

/** The skills to offer as filters: the user's own that somebody has, then the most frequent ones. */
function filterSkills(people: readonly FeedItem[], ownSkills: readonly string[], max = 8): string[] {
  const ownKeys = new Set(ownSkills.map(skillKey));
  const skills = countedSkills(people).map(({ skill }) => skill);
  const isOwn = (skill: string) => ownKeys.has(skillKey(skill));
  return [...skills.filter(isOwn), ...skills.filter((skill) => !isOwn(skill))].slice(0, max);
}

/** The person after this one, else the one before. */
export function neighbourOf(people: readonly FeedItem[] | null, id: string): FeedItem | undefined {
  const index = people?.findIndex(({ _id }) => _id === id) ?? -1;
  return people?.[index + 1] ?? people?.[index - 1];
}
