import { Clock } from 'lucide-react';
import { useState } from 'react';
import { announce } from '#client/dom/announce.ts';
import { screenHeading } from '#client/dom/focus-beside.ts';
import { useAppSelector, useOwnUser } from '#client/store/hooks.ts';
import { skillList } from '#client/text/person.ts';
import { Button } from '#client/ui/button.tsx';
import { skillKey } from '#shared/skills.ts';
import { clearRecent, readRecent } from './recent-searches.ts';

interface Props {
  onSearch: (query: string) => void;
  onSkill: (skill: string) => void;
}

/** Before anything is asked: what was searched lately on this device, and skills worth a look. */
export function SearchPrompt({ onSearch, onSkill }: Props) {
  const own = useOwnUser();
  const [recent, setRecent] = useState(() => readRecent(own._id));
  const skills = usePopularSkills();
  return (
    <div className="mt-6 flex flex-col gap-6">
      {recent.length > 0 && (
        <section aria-labelledby="recent-searches">
          <div className="mb-2 flex items-center justify-between gap-2">
            <h2 id="recent-searches" className="text-h3">
              Recent searches
            </h2>
            <Button
              look="quiet"
              onClick={() => {
                clearRecent(own._id);
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
                  className="flex min-h-11 w-full items-center gap-3 px-4 text-start hover:bg-base-200"
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
      {recent.length === 0 && skills.length === 0 && (
        <p className="text-muted">Type a name, a skill, or a word of what somebody says about themself or a project.</p>
      )}
      {skills.length > 0 && (
        <section aria-labelledby="popular-skills">
          <h2 id="popular-skills" className="mb-2 text-h3">
            Skills around you
          </h2>
          <ul className="flex flex-wrap gap-2">
            {skills.map((skill) => (
              <li key={skill} className="max-w-full">
                <Button className="btn-sm max-w-full font-mono pointer-coarse:min-h-11" onClick={() => onSkill(skill)}>
                  <span className="truncate">{skill}</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** The own skills first, then the commonest of those whom the feed has shown. */
function usePopularSkills(): string[] {
  const own = useOwnUser();
  const people = useAppSelector((state) => state.feed.items);
  const counts = new Map<string, { label: string; count: number }>();
  for (const label of (people ?? []).flatMap(({ skills }) => skillList(skills))) {
    const entry = counts.get(skillKey(label)) ?? { label, count: 0 };
    entry.count += 1;
    counts.set(skillKey(label), entry);
  }
  const ownSkills = skillList(own.skills);
  const ownKeys = new Set(ownSkills.map(skillKey));
  const others = [...counts.values()]
    .filter(({ label }) => !ownKeys.has(skillKey(label)))
    .sort((a, b) => b.count - a.count)
    .map(({ label }) => label);
  return [...ownSkills, ...others].slice(0, 12);
}
