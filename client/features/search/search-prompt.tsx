import { memo, useState } from 'react';
import { useMuted } from '#client/device/muted.ts';
import { announce } from '#client/dom/focus/announce.ts';
import { screenHeading } from '#client/dom/focus/focus-beside.ts';
import { plainFeed, useFeedQuery } from '#client/store/api/feed-api.ts';
import { useNewProjectsQuery } from '#client/store/api/projects-api.ts';
import { useAppSelector, useOwnUser } from '#client/store/hooks.ts';
import { isSameQuery } from '#client/store/slices/feed-slice.ts';
import { reasonsToMeet } from '#client/text/match-reasons.ts';
import { skillList } from '#client/text/person.ts';
import { cardGrid } from '#client/ui/card-grid.ts';
import { PersonTile } from '#client/ui/person/person-tile.tsx';
import { ProjectCard } from '#client/ui/project/project-card.tsx';
import type { FeedItem } from '#shared/api/users.ts';
import { PopularSkills, popularSkills } from './popular-skills.tsx';
import { RecentList } from './recent-list.tsx';
import { clearRecent, readRecent } from './recent-searches.ts';

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
  const picks = projects.filter(({ creator }) => creator?._id !== own._id).slice(0, 3);
  return (
    <div className="mt-6 flex flex-col gap-8">
      {recent.length > 0 && (
        <RecentList
          recent={recent}
          onSearch={onSearch}
          onClear={() => {
            clearRecent(own._id);
            setRecent([]);
            screenHeading()?.focus();
            announce('Recent searches cleared');
          }}
        />
      )}
      {recent.length === 0 && skills.length === 0 && picks.length === 0 && (
        <p className="text-muted">Type a name, a skill, or a word of what somebody says about themself or a project.</p>
      )}
      {skills.length > 0 && <PopularSkills skills={skills} onSkill={onSkill} />}
      {people.length > 0 && (
        <section aria-labelledby="new-people">
          <h2 id="new-people" className="mb-3 text-h3">
            New people
          </h2>
          <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {people.slice(0, 6).map((person) => (
              <li key={person._id} className="min-w-0">
                <PersonTile person={person} reasons={reasonsToMeet(person, own)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {picks.length > 0 && (
        <section aria-labelledby="new-projects">
          <h2 id="new-projects" className="mb-3 text-h3">
            New projects
          </h2>
          <ul className={cardGrid}>
            {picks.map((project) => (
              <li key={project._id} className="min-w-0">
                <ProjectCard project={project} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
});

/** People whom the user has not decided on, without muted ones. */
function useNewPeople(): readonly FeedItem[] {
  const own = useOwnUser();
  const items = useAppSelector(({ feed }) => feed.items) ?? [];
  const of = useAppSelector(({ feed }) => feed.of);
  const isPlain = of === undefined || isSameQuery(of, plainFeed);
  useFeedQuery(plainFeed, { refetchOnMountOrArgChange: !isPlain });
  const mutedIds = new Set(useMuted(own._id).map(({ _id }) => _id));
  return isPlain ? items.filter(({ _id }) => !mutedIds.has(_id)) : [];
}
