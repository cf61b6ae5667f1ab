import type { KeyboardEvent, Ref } from 'react';

interface Props {
  ref?: Ref<HTMLInputElement>;
  /** The accessible name, and the placeholder. */
  label: string;
  text: string;
  onText: (text: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** The field that filters a list or searches in it. */
export function SearchInput({ ref, label, text, onText, onKeyDown }: Props) {
  return (
    <input
      ref={ref}
      type="search"
      className="input min-w-0 flex-1"
      placeholder={label}
      aria-label={label}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}
