import Search from 'lucide-react/icons/text-search';
import { usePreferences } from '#client/device/preferences.ts';
import { ariaKeys, keyCaps, openPalette, paletteKeys } from '#client/dom/focus/shortcuts.ts';

const name = 'Find anything';

/** Opens the palette from the sidebar: a button in the shape of a field, with its keys. */
export function PaletteButton() {
  const { shortcuts } = usePreferences();
  return (
    <button
      type="button"
      className="mt-3 flex min-h-10 shrink-0 items-center gap-3 rounded-field border border-outline bg-base-100 px-3 text-start text-muted text-small hover:bg-base-content/6 pointer-coarse:min-h-11"
      aria-keyshortcuts={shortcuts ? ariaKeys(paletteKeys) : undefined}
      onClick={openPalette}
    >
      <Search size={18} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {shortcuts && (
        <span aria-hidden="true" className="shrink-0 pointer-coarse:hidden">
          <kbd className="font-mono text-micro">{keyCaps(paletteKeys).join(' ')}</kbd>
        </span>
      )}
    </button>
  );
}

/** The same in the bar at the top of narrow windows. */
export function PaletteIcon() {
  return (
    <button type="button" className="btn btn-ghost size-[44px] p-0" aria-label={name} onClick={openPalette}>
      <Search size={20} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
