import Search from 'lucide-react/icons/search';
import { type FormEvent, useState } from 'react';
import { usePreferences } from '#client/lib/device/preferences.ts';
import { commandsNow, legendKeys, runShortcut, type Shortcut } from '#client/lib/dom/shortcuts.ts';
import { ListDialog } from '#client/ui/dialog/questions.tsx';
import { KeyCaps } from '#client/ui/key-caps.tsx';

/** Lists the shortcuts of this screen. The list can be filtered, and each entry runs its shortcut. */
export function ShortcutLegend({ onClose }: { onClose: () => void }) {
  const { shortcuts: switchedOn } = usePreferences();
  // As they were when the legend was opened: an open dialog registers nothing.
  const [commands] = useState(() => commandsNow().filter(({ keys }) => keys !== legendKeys));
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const shown = commands.filter(({ label, keys }) => label.toLowerCase().includes(wanted) || keys === wanted);

  const run = (command: Shortcut) => {
    onClose();
    // Run after the dialog has closed and returned the focus, so that the command can move the focus.
    setTimeout(() => runShortcut(command));
  };
  const runFirst = (event: FormEvent) => {
    event.preventDefault();
    if (shown[0]) run(shown[0]);
  };
  return (
    <ListDialog title="Keyboard shortcuts" onClose={onClose}>
      {!switchedOn && (
        <p className="mb-3 text-small text-muted">
          The keys are switched off in Settings, Accessibility. You can still run everything from here.
        </p>
      )}
      <form onSubmit={runFirst}>
        <label className="input w-full">
          <Search size={16} strokeWidth={1.75} aria-hidden="true" className="text-muted" />
          <input
            type="search"
            aria-label="Filter the shortcuts"
            placeholder="What do you want to do?"
            data-autofocus
            autoComplete="off"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        </label>
      </form>
      <p role="status" className="sr-only">
        {wanted === '' ? '' : `${shown.length} found`}
      </p>
      {shown.length === 0 ? (
        <p className="mt-4 text-muted">Nothing here does “{filter.trim()}”.</p>
      ) : (
        <ul className="-mx-3 mt-3 flex flex-col">
          {shown.map((command) => (
            <li key={command.keys}>
              <button
                type="button"
                className="flex min-h-10 w-full items-center justify-between gap-4 rounded-field px-3 text-start hover:bg-base-content/6 pointer-coarse:min-h-11"
                onClick={() => run(command)}
              >
                {command.label}
                <KeyCaps keys={command.keys} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </ListDialog>
  );
}
