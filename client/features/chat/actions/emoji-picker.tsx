import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import groups from 'unicode-emoji-json/data-by-group.json' with { type: 'json' };
import { useAnnounced } from '#client/lib/dom/announce.tsx';
import { classNames } from '#client/lib/dom/class-names.ts';

// Loaded on demand, when the picker is opened.

interface Emoji {
  emoji: string;
  name: string;
}

interface Group {
  name: string;
  emojis: readonly Emoji[];
}

/** Newer ones than this are a box on many devices. */
const newest = 15;

const allGroups: readonly Group[] = groups.map(({ name, emojis }) => ({
  name,
  emojis: emojis.filter(({ emoji_version }) => Number(emoji_version) <= newest),
}));

const columns = 8;
const mostFound = 80;

/** A field that finds emoji by name, tabs of groups, and a grid for pointer, arrow keys and screen readers. */
export function EmojiPicker({ onChoose }: { onChoose: (emoji: string) => void }) {
  const id = useId();
  const [query, setQuery] = useState('');
  const [group, setGroup] = useState(0);
  const [focused, setFocused] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = words.join(' ');
  const shown = useMemo(() => (wanted === '' ? (allGroups[group]?.emojis ?? []) : find(wanted)), [wanted, group]);
  const rows = Array.from({ length: Math.ceil(shown.length / columns) }, (_, row) =>
    shown.slice(row * columns, (row + 1) * columns),
  );
  useAnnounced(wanted === '' ? undefined : `${shown.length} emoji`);

  const focus = (place: number) => {
    setFocused(place);
    grid.current?.querySelectorAll<HTMLElement>('button')[place]?.focus();
  };

  const onGridKey = (event: KeyboardEvent) => {
    const next = {
      ArrowRight: focused + 1,
      ArrowLeft: focused - 1,
      ArrowDown: focused + columns,
      ArrowUp: focused - columns,
      Home: 0,
      End: shown.length - 1,
    }[event.key];
    if (next === undefined) return;
    // The panel around it moves between its buttons with the same keys.
    event.preventDefault();
    event.stopPropagation();
    if (next >= 0 && next < shown.length) focus(next);
  };

  return (
    <div className="flex w-80 max-w-full flex-col gap-2 max-sm:w-full">
      <input
        type="search"
        className="input"
        placeholder="Find an emoji"
        aria-label="Find an emoji"
        aria-controls={id}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the panel was opened to choose in it
        autoFocus
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setFocused(0);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'ArrowDown' && shown.length > 0) {
            event.preventDefault();
            event.stopPropagation();
            focus(0);
          }
          if (event.key === 'Enter' && wanted !== '' && shown[0]) {
            event.preventDefault();
            onChoose(shown[0].emoji);
          }
        }}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div className="flex justify-between" role="group" aria-label="Kinds of emoji">
        {allGroups.map(({ name, emojis }, place) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            title={name}
            aria-pressed={wanted === '' && place === group}
            className={classNames(
              'grid size-8 place-items-center rounded-lg pointer-coarse:size-9',
              wanted === '' && place === group ? 'bg-tint' : 'hover:bg-base-content/6',
            )}
            onClick={() => {
              setQuery('');
              setGroup(place);
              setFocused(0);
            }}
          >
            <span className="emoji">{emojis[0]?.emoji}</span>
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a table holds facts, and this grid is chosen from */}
      <div
        ref={grid}
        id={id}
        role="grid"
        aria-label={wanted === '' ? allGroups[group]?.name : 'Found emoji'}
        className="h-56 overflow-y-auto overscroll-contain"
        onKeyDown={onGridKey}
      >
        {rows.map((row, line) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: its buttons take the focus
          <div key={row[0]?.emoji} role="row" className="grid grid-cols-8">
            {row.map(({ emoji, name }, column) => {
              const place = line * columns + column;
              return (
                // biome-ignore lint/a11y/useSemanticElements: as above
                // biome-ignore lint/a11y/useFocusableInteractive: as above
                <div key={emoji} role="gridcell" className="grid place-items-center">
                  <button
                    type="button"
                    aria-label={name}
                    title={name}
                    tabIndex={place === focused ? 0 : -1}
                    className="grid size-9 place-items-center rounded-lg text-xl hover:bg-base-content/6 focus-visible:-outline-offset-2"
                    onFocus={() => setFocused(place)}
                    onClick={() => onChoose(emoji)}
                  >
                    <span className="emoji">{emoji}</span>
                  </button>
                </div>
              );
            })}
          </div>
        ))}
        {shown.length === 0 && <p className="p-4 text-center text-muted text-small">No emoji of that name.</p>}
      </div>
    </div>
  );
}

/** The emojis whose names hold every word; names that begin with the first word come first. */
function find(wanted: string): Emoji[] {
  const words = wanted.split(' ');
  const found = allGroups
    .flatMap(({ emojis }) => emojis)
    .filter(({ name }) => words.every((word) => name.includes(word)));
  const begins = ({ name }: Emoji) => (name.startsWith(words[0] ?? '') ? 0 : 1);
  return found.sort((a, b) => begins(a) - begins(b)).slice(0, mostFound);
}
