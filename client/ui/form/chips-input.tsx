import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { announce } from '#client/lib/dom/announce.tsx';
import { isComposing } from '#client/lib/dom/focus.ts';
import { limits } from '#shared/limits.ts';
import { normaliseSkills, skillKey } from '#shared/skills/skills.ts';
import { Field } from './field.tsx';

interface Props {
  label: string;
  name?: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Known names; those that have the typed text in them are offered. */
  suggestions?: readonly string[];
  /** The names for what is typed, best first, in the place of `suggestions`. */
  matches?: readonly string[] | undefined;
  onType?: (text: string) => void;
  max?: number;
  error?: string | undefined;
  /** Examples, while there is no chip. */
  placeholder?: string;
}

/**
 * A combobox with a list (WAI-ARIA): the arrows choose, Enter adds what is chosen or typed, a comma what is typed, Escape closes
 * the list, Backspace in the empty input removes the last chip. Names that differ only in case are one.
 */
export function ChipsInput({
  label,
  name,
  value,
  onChange,
  suggestions = [],
  matches,
  onType,
  max = limits.skills.max,
  error,
  placeholder = 'React, Go',
}: Props) {
  const [text, show] = useState('');
  /** The option that the arrows have reached; undefined while they were not used since the last letter. */
  const [reached, setReached] = useState<number>();
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const listId = useId();
  const { options, taken } = chipOptions({ typed: text, chosen: value, suggestions, matches });
  const isShown = isOpen && options.length > 0;
  const active = isShown ? (reached ?? taken) : -1;

  const setText = (next: string) => {
    show(next);
    setReached(undefined);
    setOpen(true);
    onType?.(next);
  };

  const add = (raw: string) => {
    const all = normaliseSkills([...value, ...raw.split(',')]);
    const next = all.slice(0, max);
    const tooMany = all.slice(max);
    if (tooMany.length > 0) announce(`${max} is the most.`);
    else
      announce(next.length > value.length ? `${next.slice(value.length).join(', ')} added` : `${raw} is there already`);
    onChange(next);
    // Skills beyond the maximum stay in the input.
    setText(tooMany.join(', '));
  };
  const remove = (index: number) => {
    announce(`${value[index] ?? ''} removed`);
    onChange(value.filter((_, i) => i !== index));
    // The removed chip had the focus: it goes to the next chip, else to the input.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll('button');
      (buttons?.[index] ?? input.current)?.focus();
    });
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return;
    const stepped = isShown ? steppedOption(event.key, active, options.length) : undefined;
    if (stepped !== undefined) {
      event.preventDefault();
      setReached(stepped);
    } else if (isShown && event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === 'Enter' || event.key === ',') {
      // Ctrl or Cmd with Enter saves the form: the typed skill is added first, so that it is saved too.
      if (text.trim() === '' && event.key === 'Enter') return;
      event.preventDefault();
      if (text.trim() !== '') add((event.key === 'Enter' && options[active]?.name) || text);
    } else if (event.key === 'Backspace' && text === '' && value.length > 0) {
      onChange(value.slice(0, -1));
      announce(`${value.at(-1) ?? ''} removed`);
    }
  };

  return (
    <Field
      label={label}
      hint={value.length >= max ? `${max} is the most.` : 'Press Enter or a comma after each.'}
      error={error}
    >
      {(control) => (
        <div
          className={`relative flex flex-wrap items-center gap-1.5 rounded-field border bg-base-100 p-2 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-primary ${error === undefined ? 'border-outline' : 'border-error'}`}
        >
          <ul ref={list} className="contents">
            {value.map((skill, index) => (
              <li
                key={skill}
                className="inline-flex max-w-full items-center gap-1 rounded-selector border border-base-300 bg-base-200 ps-2 font-mono text-micro"
              >
                <span className="truncate">{skill}</span>
                <button
                  type="button"
                  className="flex size-7 items-center justify-center rounded-selector hover:bg-base-300 pointer-coarse:size-11"
                  aria-label={`Remove ${skill}`}
                  onClick={() => remove(index)}
                >
                  <X size={14} aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
          <input
            {...control}
            ref={input}
            name={name}
            value={text}
            {...comboboxAttributes({ listId, isShown, active })}
            placeholder={value.length === 0 ? placeholder : 'Add another'}
            className="h-8 min-w-24 flex-1 bg-transparent px-1 text-base outline-none placeholder:text-muted"
            onChange={(event) => {
              // A picked suggestion and a pasted list arrive here as one change.
              if (event.target.value.includes(',')) add(event.target.value);
              else setText(event.target.value);
            }}
            onBlur={() => {
              if (text.trim() !== '') add(text);
              setOpen(false);
            }}
            onKeyDown={handleKeyDown}
          />
          {isShown && (
            <div
              id={listId}
              role="listbox"
              aria-label={label}
              className="absolute inset-x-0 top-full z-10 mt-1 max-h-72 overflow-y-auto rounded-box border border-base-300 bg-raised p-1 shadow-lg"
            >
              {options.map(({ name: option, isNew }, index) => (
                <div
                  key={option}
                  id={optionId(listId, index)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  className="cursor-pointer truncate rounded-field px-3 py-2 hover:bg-base-content/6 aria-selected:bg-tint aria-selected:text-primary pointer-coarse:py-3"
                  // Before the input loses the focus, which would add what is typed.
                  onMouseDown={(event) => {
                    event.preventDefault();
                    add(option);
                  }}
                >
                  {isNew ? `Add “${option}” as new` : option}
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </Field>
  );
}

export interface ChipOption {
  name: string;
  /** The typed text itself: no known name is the same. */
  isNew: boolean;
}

const most = 7;

interface Choice {
  typed: string;
  chosen: readonly string[];
  /** All that is known here; those that have the typed text are offered. */
  suggestions: readonly string[];
  /** The answer to what is typed, in the place of `suggestions`. */
  matches: readonly string[] | undefined;
}

/** The options of the list under a field of chips, and the index of the one that Enter adds; with -1 Enter adds the typed text. */
export function chipOptions({ typed, chosen, suggestions, matches }: Choice): { options: ChipOption[]; taken: number } {
  const key = skillKey(typed);
  if (key === '') return { options: [], taken: -1 };
  const isChosen = new Set(chosen.map(skillKey));
  const known = matches ?? suggestions.filter((name) => skillKey(name).includes(key));
  const names = known.filter((name) => !isChosen.has(skillKey(name))).slice(0, most);
  const isKnown = isChosen.has(key) || known.some((name) => skillKey(name) === key);
  const options = names.map((name): ChipOption => ({ name, isNew: false }));
  if (!isKnown) options.push({ name: typed.trim(), isNew: true });
  const same = names.findIndex((name) => skillKey(name) === key);
  // An answer puts the best first. Of names that only have the text in them, none is what was meant.
  return { options, taken: same === -1 && matches !== undefined && names.length > 0 ? 0 : same };
}

/** The id of an option, by which the input of its combobox names the active one. */
export const optionId = (listId: string, index: number) => `${listId}-${index}`;

interface Combobox {
  listId: string;
  /** Whether the list is shown. */
  isShown: boolean;
  /** The index of the active option; -1 without one. */
  active: number;
}

/** The attributes of an input that leads a list of options, which never take the focus themselves (WAI-ARIA combobox). */
export function comboboxAttributes({ listId, isShown, active }: Combobox) {
  return {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isShown,
    'aria-controls': isShown ? listId : undefined,
    'aria-activedescendant': isShown && active !== -1 ? optionId(listId, active) : undefined,
    autoComplete: 'off',
  } as const;
}

/**
 * The option that an arrow key leads to, round the ends of the list; undefined for another key. From the input alone, with
 * no active option, the way up leads to the last one.
 */
export function steppedOption(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return active <= 0 ? count - 1 : active - 1;
  return undefined;
}
