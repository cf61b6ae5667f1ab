import Clock from 'lucide-react/icons/clock';
import { memo, useState } from 'react';
import { plainFeed, useFeedQuery } from '#client/api/people-api.ts';
import { useNewProjectsQuery } from '#client/api/projects-api.ts';
import { useMuted } from '#client/api/safety/mute-api.ts';
import { isText, listOf, storedValue } from '#client/lib/device/stored-value.ts';
import { userKey } from '#client/lib/device/user-storage.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { screenHeading } from '#client/lib/dom/focus.ts';
import { type CountedSkill, countedSkills, reasonsToMeet } from '#client/lib/text/match-words.ts';
import { skillList } from '#client/lib/text/person.ts';
import { useAppSelector, useOwnUser } from '#client/state/hooks.ts';
import { isSameQuery } from '#client/state/slices/feed-slice.ts';
import { Button } from '#client/ui/button.tsx';
import { PersonTile } from '#client/ui/person/person-tile.tsx';
import { ProjectGrid } from '#client/ui/project/project-card.tsx';
import { takesPart } from '#client/ui/project/project-facts.tsx';
import { Section } from '#client/ui/section.tsx';
import { cardGrid } from '#client/ui/state/skeleton.tsx';
import type { FeedItem } from '#shared/api/users.ts';
import { skillKey } from '#shared/skills/skills.ts';

interface Props {
  onSearch: (query: string) => void;
  onSkill: (skill: string) => void;
}

/** Shown before the first query: recent searches on this device, skills, people and projects to look at. */
export const SearchPrompt = memo(function SearchPrompt({ onSearch, onSkill }: Props) {
  const own = useOwnUser();
  const [recent, setRecent] = useState(() => readRecent(own._id));
  const people = useNewPeople();
  const skills = popularSkills(people, skillList(own.skills));
  const { data: projects = [] } = useNewProjectsQuery();
  const picks = projects.filter((project) => !takesPart(project, own._id)).slice(0, 3);
  return (
    <div className="mt-6 flex flex-col gap-8">
      {recent.length > 0 && (
        <section aria-labelledby="recent-searches">
          <div className="mb-2 flex items-center justify-between gap-2">
            <h2 id="recent-searches" className="text-h3">
              Recent searches
            </h2>
            <Button
              look="quiet"
              onClick={() => {
                recentOf(own._id).remove();
                setRecent([]);
                screenHeading()?.focus();
                announce('Recent searches cleared');
              }}
            >
              Clear
            </Button>
          </div>
          <ul className="card divide-y divide-base-300">
            {recent.map((query) => (
              <li key={query}>
                <button
                  type="button"
                  className="flex min-h-11 w-full items-center gap-3 px-4 text-start hover:bg-base-content/6"
                  onClick={() => onSearch(query)}
                >
                  <Clock size={16} strokeWidth={1.75} aria-hidden="true" className="text-muted" />
                  <span dir="auto" className="truncate">
                    {query}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {recent.length === 0 && skills.length === 0 && picks.length === 0 && (
        <p className="text-muted">Type a name, a skill, or a word of what somebody says about themself or a project.</p>
      )}
      {skills.length > 0 && (
        <Section title="Skills around you" look="mb-2 text-h3">
          <ul className="flex flex-wrap gap-2">
            {skills.map(({ skill, count }) => (
              <li key={skill} className="max-w-full">
                <button
                  type="button"
                  className="chip inline-flex min-h-8 items-center gap-2 bg-base-100 hover:border-primary pointer-coarse:min-h-11"
                  onClick={() => onSkill(skill)}
                >
                  <span className="truncate">{skill}</span>
                  {count > 0 && (
                    <span className="text-muted">
                      {count}
                      <span className="sr-only">{count === 1 ? ' person' : ' people'}</span>
                    </span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {people.length > 0 && (
        <Section title="New people" look="mb-3 text-h3">
          <ul className={cardGrid}>
            {people.slice(0, 6).map((person) => (
              <li key={person._id} className="min-w-0">
                <PersonTile person={person} reasons={reasonsToMeet(person, own)} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {picks.length > 0 && (
        <Section title="New projects" look="mb-3 text-h3">
          <ProjectGrid projects={picks} />
        </Section>
      )}
    </div>
  );
});

/** People whom the user has not decided on, without muted ones. */
function useNewPeople(): readonly FeedItem[] {
  const items = useAppSelector(({ feed }) => feed.items) ?? [];
  const of = useAppSelector(({ feed }) => feed.of);
  const isPlain = of === undefined || isSameQuery(of, plainFeed);
  useFeedQuery(plainFeed, { refetchOnMountOrArgChange: !isPlain });
  const mutedIds = new Set(useMuted().map(({ _id }) => _id));
  return isPlain ? items.filter(({ _id }) => !mutedIds.has(_id)) : [];
}

/** The own skills first, then the most frequent ones of these people; each with how many of them have it. */
function popularSkills(people: readonly FeedItem[], ownSkills: readonly string[]): CountedSkill[] {
  const counted = countedSkills(people);
  const countOf = new Map(counted.map(({ skill, count }) => [skillKey(skill), count]));
  const ownKeys = new Set(ownSkills.map(skillKey));
  const own = ownSkills.map((skill) => ({ skill, count: countOf.get(skillKey(skill)) ?? 0 }));
  return [...own, ...counted.filter(({ skill }) => !ownKeys.has(skillKey(skill)))].slice(0, 14);
}

const schema = listOf(isText);
const most = 8;
const recentOf = (ownId: string) => storedValue(userKey(ownId, 'recent-searches'), schema);

/** The newest first. */
export function readRecent(ownId: string): readonly string[] {
  return recentOf(ownId).read();
}

/** Puts a query first. Queries that differ only in case are one. */
export function rememberSearch(ownId: string, query: string): void {
  const text = query.trim();
  if (text === '') return;
  const others = readRecent(ownId).filter((entry) => entry.toLowerCase() !== text.toLowerCase());
  recentOf(ownId).write([text, ...others].slice(0, most));
}
