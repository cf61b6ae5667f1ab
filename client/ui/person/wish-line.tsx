import Target from 'lucide-react/icons/target';
import { intentWords, inWords } from '#client/text/match-words.ts';
import type { User } from '#shared/api/users.ts';

/** What a person looks for, with their hours and time zone; renders nothing where they have said none of it. */
export function WishLine({ person, className = '' }: { person: User; className?: string }) {
  const { lookingFor = [], hoursPerWeek, timeZone } = person;
  const facts = [
    lookingFor.length > 0 && `Wants to ${inWords(lookingFor.map((intent) => intentWords[intent]))}`,
    hoursPerWeek !== undefined && `${hoursPerWeek} h a week`,
    timeZone !== undefined && `${placeOf(timeZone)} time`,
  ].filter((fact) => fact !== false);
  if (facts.length === 0) return null;
  return (
    <p className={`flex items-start gap-2 text-small ${className}`}>
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
