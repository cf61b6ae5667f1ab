import Target from 'lucide-react/icons/target';
import { Link } from 'react-router-dom';
import { intentWords, inWords, matchSentence } from '#client/lib/text/match-words.ts';
import { skillList } from '#client/lib/text/person.ts';
import type { MatchReason, User } from '#shared/api/users.ts';
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

/** A line with `lookingFor`, the hours a week and the time zone of a profile; renders nothing for a profile without them. */
export function WishLine({ person }: { person: User }) {
  const { lookingFor = [], hoursPerWeek, timeZone } = person;
  const facts = [
    lookingFor.length > 0 && `Wants to ${inWords(lookingFor.map((intent) => intentWords[intent]))}`,
    hoursPerWeek !== undefined && `${hoursPerWeek} h a week`,
    timeZone !== undefined && `${placeOf(timeZone)} time`,
  ].filter((fact) => fact !== false);
  if (facts.length === 0) return null;
  return (
    <p className="flex items-start gap-2 text-small">
      <Target size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-muted" aria-hidden="true" />
      <span>{facts.join(' · ')}</span>
    </p>
  );
}

/** Zones that browsers and servers list under a former name of their city. */
const cities: Readonly<Record<string, string>> = {
  Calcutta: 'Kolkata',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh City',
};

/** `America/New_York` is New York. */
function placeOf(timeZone: string): string {
  const city = (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
  return cities[city] ?? city;
}

/** Says why the user may want to meet a person; renders nothing without a reason. */
export function MatchSentence({ reasons }: { reasons: readonly MatchReason[] }) {
  if (reasons.length === 0) return null;
  return <p className="font-medium text-primary text-small">{matchSentence(reasons)}</p>;
}
