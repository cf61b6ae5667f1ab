import SearchIcon from 'lucide-react/icons/search';
import type { KeyboardEvent, Ref } from 'react';
import { isComposing } from '#client/dom/is-composing.ts';

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
