import SearchIcon from 'lucide-react/icons/search';
import type { KeyboardEvent, Ref } from 'react';

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
    // Enter and Escape end an input method's composition first; some input methods only say so by key code 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
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
