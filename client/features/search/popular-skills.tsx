import { skillList } from '#client/text/person.ts';
import type { FeedItem } from '#shared/api/users.ts';
import { skillKey } from '#shared/skills/skills.ts';
import { type Counted, commonestFirst } from './common-skills.ts';

export function PopularSkills({ skills, onSkill }: { skills: readonly Counted[]; onSkill: (skill: string) => void }) {
  return (
    <section aria-labelledby="popular-skills">
      <h2 id="popular-skills" className="mb-2 text-h3">
        Skills around you
      </h2>
      <ul className="flex flex-wrap gap-2">
        {skills.map(({ label, count }) => (
          <li key={label} className="max-w-full">
            <button
              type="button"
              className="chip inline-flex min-h-8 items-center gap-2 bg-base-100 hover:border-primary pointer-coarse:min-h-11"
              onClick={() => onSkill(label)}
            >
              <span className="truncate">{label}</span>
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
    </section>
  );
}

/** The own skills first, then the most frequent ones of these people; each with how many of them have it. */
export function popularSkills(people: readonly FeedItem[], ownSkills: readonly string[]): Counted[] {
  const counted = commonestFirst(people.flatMap(({ skills }) => skillList(skills)));
  const countOf = new Map(counted.map(({ label, count }) => [skillKey(label), count]));
  const ownKeys = new Set(ownSkills.map(skillKey));
  const own = ownSkills.map((label) => ({ label, count: countOf.get(skillKey(label)) ?? 0 }));
  return [...own, ...counted.filter(({ label }) => !ownKeys.has(skillKey(label)))].slice(0, 14);
}
