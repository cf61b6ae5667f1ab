import SearchIcon from 'lucide-react/icons/search';
import type { KeyboardEvent, Ref } from 'react';
import { isComposing } from '#client/lib/dom/focus.ts';
import { countedSkills } from '#client/lib/text/match-words.ts';
import { FilterChip } from '#client/ui/chips.tsx';
import { skillKey } from '#shared/skills/skills.ts';

interface Props {
  ref: Ref<HTMLInputElement>;
  text: string;
  onText: (text: string) => void;
  /** Enter: search now, without waiting for a pause in typing. */
  onSubmit: () => void;
  onClear: () => void;
}

export function SearchBox({ ref, text, onText, onSubmit, onClear }: Props) {
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter') onSubmit();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (text !== '') onClear();
    else event.currentTarget.blur();
  };
  return (
    <label className="input h-12 min-w-44 flex-1">
      <SearchIcon size={20} strokeWidth={1.75} aria-hidden="true" className="text-muted" />
      <input
        ref={ref}
        type="search"
        aria-label="Search people and projects"
        placeholder="Name, skill or word"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={100}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={handleKeyDown}
      />
    </label>
  );
}

/** The arrow keys move between the search box and the results. */
export function moveThroughResults(event: KeyboardEvent, input: HTMLElement | null, panel: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  // In the Sort select the arrow keys choose an order.
  if (step === undefined || event.nativeEvent.isComposing || event.target instanceof HTMLSelectElement) return;
  const rows = rowsIn(panel);
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = at + step < 0 ? input : rows[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

export function rowsIn(panel: HTMLElement | null): HTMLElement[] {
  return [...(panel?.querySelectorAll<HTMLElement>('[data-row], .card-link') ?? [])];
}

/** The most frequent skills among the results. */
export function facetsOf(found: readonly { skills?: string[] }[]): string[] {
  return countedSkills(found)
    .slice(0, 8)
    .map(({ skill }) => skill);
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
