import { skillList } from '#client/text/person.ts';
import { FilterChip } from '#client/ui/filter-chip.tsx';
import { skillKey } from '#shared/skills/skills.ts';
import { commonestFirst } from '../common-skills.ts';

/** The most frequent skills among the results. */
export function facetsOf(found: readonly { skills?: string[] }[]): string[] {
  return commonestFirst(found.flatMap(({ skills }) => skillList(skills)))
    .slice(0, 8)
    .map(({ label }) => label);
}

export function Facets({
  skills,
  chosen,
  onChoose,
}: {
  skills: string[];
  chosen: string;
  onChoose: (skill: string) => void;
}) {
  const shown =
    chosen === '' || skills.some((skill) => skillKey(skill) === skillKey(chosen)) ? skills : [chosen, ...skills];
  if (shown.length === 0) return null;
  return (
    <fieldset className="mb-4 flex min-w-0 flex-wrap items-center gap-2">
      <legend className="sr-only">Only with the skill</legend>
      {shown.map((skill) => {
        const pressed = chosen !== '' && skillKey(skill) === skillKey(chosen);
        return (
          <FilterChip key={skill} label={skill} pressed={pressed} onPress={() => onChoose(pressed ? chosen : skill)} />
        );
      })}
    </fieldset>
  );
}
