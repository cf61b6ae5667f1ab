import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { classNames } from '#client/lib/dom/class-names.ts';
import { isComposing } from '#client/lib/dom/focus.ts';
import { useDebounced } from '#client/lib/dom/use-later.ts';
import { useLogOut } from '#client/state/use-log-out.ts';
import { Modal } from '#client/ui/dialog/dialog.tsx';
import { UnsentDialog } from '#client/ui/dialog/questions.tsx';
import { comboboxAttributes, optionId, steppedOption } from '#client/ui/form/chips-input.tsx';
import { KeyCaps } from '#client/ui/key-caps.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import { Spinner } from '#client/ui/state/waiting.tsx';
import { limits } from '#shared/limits.ts';
import { to } from '#shared/routes.ts';
import type { Entry } from './entries.ts';
import { PaletteList } from './palette-list.tsx';
import { type Asked, useGroups } from './sources.ts';

/** One field that finds people, projects, conversations, messages and commands, and opens what is chosen. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { logOut, hasUnsent } = useLogOut();
  const [asking, setAsking] = useState(false);
  const leave = () => {
    onClose();
    void logOut();
  };
  if (asking) return <UnsentDialog onStay={onClose} onLogOut={leave} />;
  return (
    <Modal className="modal items-start" label="Find anything" onClose={onClose} closesOutside>
      <div className="modal-box mt-2 flex h-[min(32rem,calc(100dvh-1rem))] max-h-none max-w-[40rem] flex-col overflow-hidden border border-base-300 p-0 tall:sm:mt-[12vh] tall:sm:h-[min(30rem,76vh)]">
        <Finder onClose={onClose} onLogOut={() => (hasUnsent() ? setAsking(true) : leave())} />
      </div>
    </Modal>
  );
}

interface Props {
  onClose: () => void;
  /** Logs out, or asks first. */
  onLogOut: () => void;
}

/**
 * A combobox with a list of groups (WAI-ARIA): Up, Down, Home and End move through the options, Enter opens the active
 * one, Escape closes. The focus stays in the input.
 */
export function Finder({ onClose, onLogOut }: Props) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  /** The id of the entry that the keys or the pointer have reached; undefined while they were not used since the last letter. */
  const [reached, setReached] = useState<string>();
  const listId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { groups, asked } = useGroups(text, onLogOut);
  const q = text.trim();
  const entries = groups.flatMap((group) => group.entries);
  const isShown = entries.length > 0;
  const at = entries.findIndex(({ id }) => id === reached);
  const active = isShown ? Math.max(at, 0) : -1;
  const said = useDebounced(q === '' || asked.isPending ? '' : countOf(entries.length), 500);

  const go = (href: string) => {
    onClose();
    void navigate(href);
  };
  const choose = ({ does }: Entry) => {
    if ('href' in does) go(does.href);
    else if ('ask' in does) does.ask();
    else {
      onClose();
      // Run after the dialog has closed and returned the focus, so that the command can move the focus.
      setTimeout(does.run);
    }
  };
  const all = `${to.search()}?q=${encodeURIComponent(q)}`;
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return;
    const chosen = entries[active];
    const ends = { Home: 0, End: entries.length - 1 } as const;
    const stepped = isEnd(event.key) && isShown ? ends[event.key] : steppedOption(event.key, active, entries.length);
    if (stepped !== undefined) {
      setReached(entries[stepped]?.id);
      document.getElementById(optionId(listId, stepped))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && chosen) choose(chosen);
    else if (event.key === 'Enter' && q !== '') go(all);
    else if (event.key === 'Escape' || isPaletteKey(event)) onClose();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="flex shrink-0 items-center gap-3 border-b border-base-300 ps-5 pe-3 focus-within:border-primary">
        <Search size={18} strokeWidth={1.75} className="shrink-0 text-muted" aria-hidden="true" />
        <input
          {...comboboxAttributes({ listId, isShown, active })}
          aria-label="Find people, projects, messages and commands"
          placeholder="Find anything"
          data-autofocus
          spellCheck={false}
          enterKeyHint="go"
          maxLength={limits.searchQuery.max}
          value={text}
          className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
          onChange={(event) => {
            setText(event.target.value);
            setReached(undefined);
            if (scroller.current) scroller.current.scrollTop = 0;
          }}
          onKeyDown={handleKeyDown}
        />
        {asked.isPending && <Spinner />}
        <button type="button" className="btn btn-ghost btn-square" aria-label="Close" onClick={onClose}>
          <X size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      {/* Inside the dialog: what is outside of it is hidden from screen readers. */}
      <p role="status" className="sr-only">
        {said}
      </p>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {isShown && (
          <PaletteList
            id={listId}
            groups={groups}
            active={active}
            query={q}
            isBusy={asked.isPending}
            onReach={({ id }) => setReached(id)}
            onChoose={choose}
          />
        )}
        <PaletteState q={q} isEmpty={!isShown} asked={asked} />
      </div>
      <PaletteFoot all={q === '' ? undefined : all} onLeave={onClose} />
    </>
  );
}

const isEnd = (key: string): key is 'Home' | 'End' => key === 'Home' || key === 'End';

/** The keys that have opened the palette close it, too. */
function isPaletteKey({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey;
}

function countOf(found: number): string {
  return found === 1 ? '1 result' : `${found} results`;
}

const hints = [
  ['↑ ↓', 'to move'],
  ['↵', 'to open'],
  ['Esc', 'to close'],
] as const;

interface PaletteFootProps {
  /** The address of the screen Search with the same text. */
  all: string | undefined;
  onLeave: () => void;
}

/** The foot of the palette: a legend of its keys, and the link to the screen Search with all results. */
export function PaletteFoot({ all, onLeave }: PaletteFootProps) {
  return (
    <div
      className={classNames(
        'flex min-h-11 shrink-0 items-center justify-between gap-4 border-t border-base-300 px-5 text-micro text-muted pointer-coarse:justify-end',
        // Without keys there is nothing to say.
        all === undefined && 'pointer-coarse:hidden',
      )}
    >
      <div className="flex gap-4 pointer-coarse:hidden" aria-hidden="true">
        {hints.map(([keys, does]) => (
          <span key={does} className="flex items-center gap-1.5">
            <KeyCaps keys={keys} />
            {does}
          </span>
        ))}
      </div>
      {all !== undefined && (
        <Link to={all} className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11" onClick={onLeave}>
          All results
        </Link>
      )}
    </div>
  );
}

interface PaletteStateProps {
  q: string;
  /** Whether no row is shown. */
  isEmpty: boolean;
  asked: Asked;
}

/** Below the rows: why there are no more of them. */
export function PaletteState({ q, isEmpty, asked }: PaletteStateProps) {
  if (asked.isOffline) return <p className={line}>You are offline. This finds only what is known on this device.</p>;
  if (asked.error !== undefined)
    return (
      <ErrorLine error={asked.error} retrying={asked.isPending} onRetry={asked.retry} className="px-5 pt-1 pb-4" />
    );
  if (q === '' || !isEmpty) return null;
  if (asked.isPending) return <p className={line}>Searching…</p>;
  return (
    <p className={`${line} pt-10 text-center`}>
      Nothing fits “<span dir="auto">{q}</span>”.
    </p>
  );
}

const line = 'px-5 py-3 text-muted text-small wrap-anywhere';
