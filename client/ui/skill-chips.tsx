import { Link } from 'react-router-dom';
import { skillList } from '#client/text/person.ts';
import { to } from '#shared/routes.ts';

interface Props {
  skills: readonly string[] | string | null | undefined;
  /** More than this many are counted instead: "+3". */
  max?: number;
  /** Each skill leads to the search for it. */
  linked?: boolean;
}

export function SkillChips({ skills, max = 8, linked = false }: Props) {
  const all = skillList(skills);
  if (all.length === 0) return null;
  const more = all.length - max;
  const shown = all.slice(0, max);
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label="Skills">
      {shown.map((skill, at) => (
        // The count stays with the last skill: it never begins a line by itself.
        <li key={skill} className={more > 0 && at === max - 1 ? 'flex max-w-full gap-1.5' : 'max-w-full'}>
          {linked ? (
            <Link to={`${to.search()}?skill=${encodeURIComponent(skill)}`} className={`${chip} hover:border-primary`}>
              {skill}
            </Link>
          ) : (
            <span className={chip}>{skill}</span>
          )}
          {more > 0 && at === max - 1 && (
            <span className={`${chip} shrink-0 text-muted`}>
              +{more}
              <span className="sr-only"> more skills</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

const chip =
  'inline-block max-w-full truncate rounded-selector border border-base-300 bg-base-200 px-2 py-1 align-top font-mono text-micro';
