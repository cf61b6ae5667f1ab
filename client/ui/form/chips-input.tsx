import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { announce } from '#client/dom/focus/announce.ts';
import { limits } from '#shared/limits.ts';
import { normaliseSkills } from '#shared/skills.ts';
import { Field } from './field.tsx';

interface Props {
  label: string;
  name?: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  suggestions?: readonly string[];
  max?: number;
  error?: string | undefined;
}

/** Enter or comma adds a chip, Backspace in the empty input removes the last. Skills that differ only in case are one. */
export function ChipsInput({ label, name, value, onChange, suggestions = [], max = limits.skills.max, error }: Props) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const listId = useId();

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
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter' || event.key === ',') {
      // Ctrl or Cmd with Enter saves the form: the typed skill is added first, so that it is saved too.
      if (text.trim() === '' && event.key === 'Enter') return;
      event.preventDefault();
      if (text.trim() !== '') add(text);
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
          className={`flex flex-wrap items-center gap-1.5 rounded-field border bg-base-100 p-2 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-primary ${error === undefined ? 'border-outline' : 'border-error'}`}
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
            list={listId}
            autoComplete="off"
            placeholder={value.length === 0 ? 'React, Go' : 'Add another'}
            className="h-8 min-w-24 flex-1 bg-transparent px-1 text-base outline-none placeholder:text-muted"
            onChange={(event) => {
              // A picked suggestion and a pasted list arrive here as one change.
              if (event.target.value.includes(',')) add(event.target.value);
              else setText(event.target.value);
            }}
            onBlur={() => text.trim() !== '' && add(text)}
            onKeyDown={handleKeyDown}
          />
          <datalist id={listId}>
            {suggestions
              .filter((skill) => !value.includes(skill))
              .map((skill) => (
                <option key={skill} value={skill} />
              ))}
          </datalist>
        </div>
      )}
    </Field>
  );
}
