import { keyCaps } from '#client/lib/dom/shortcuts.ts';

/** The keys of a shortcut, as they are written on the keyboard. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className="flex shrink-0 gap-1">
      {keyCaps(keys).map((key) => (
        <kbd key={key} className="rounded-selector border border-base-300 px-2 font-mono text-micro">
          {key}
        </kbd>
      ))}
    </span>
  );
}
