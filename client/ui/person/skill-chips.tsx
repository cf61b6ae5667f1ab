import { Link } from 'react-router-dom';
import { skillList } from '#client/text/person.ts';
import { to } from '#shared/routes.ts';
import { skillKey } from '#shared/skills/skills.ts';

interface Props {
  skills: readonly string[] | string | null | undefined;
  /** Skills beyond this number are summed up as "+3". */
  max?: number;
  /** Makes each skill a link to its search. */
  linked?: boolean;
  /** Skills that the user has too: marked and shown first. */
  shared?: readonly string[];
}

export function SkillChips({ skills, max = 8, linked = false, shared = [] }: Props) {
  const hits = new Set(shared.map(skillKey));
  const isHit = (skill: string) => hits.has(skillKey(skill));
  const all = skillList(skills).sort((a, b) => Number(isHit(b)) - Number(isHit(a)));
  if (all.length === 0) return null;
  const more = all.length - max;
  const shown = all.slice(0, max).map((skill) => ({ skill, look: `chip ${isHit(skill) ? 'chip-hit' : ''}` }));
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label="Skills">
      {shown.map(({ skill, look }, at) => (
        // The count wraps together with the last skill.
        <li key={skill} className={more > 0 && at === max - 1 ? 'flex max-w-full gap-1.5' : 'max-w-full'}>
          {linked ? (
            <Link to={`${to.search()}?skill=${encodeURIComponent(skill)}`} className={`${look} hover:border-primary`}>
              {skill}
            </Link>
          ) : (
            <span className={look}>{skill}</span>
          )}
          {more > 0 && at === max - 1 && (
            <span className="chip shrink-0 text-muted">
              +{more}
              <span className="sr-only"> more skills</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
