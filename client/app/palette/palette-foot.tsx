import { Link } from 'react-router-dom';
import { classNames } from '#client/dom/class-names.ts';
import { KeyCaps } from '#client/ui/key-caps.tsx';

const hints = [
  ['↑ ↓', 'to move'],
  ['↵', 'to open'],
  ['Esc', 'to close'],
] as const;

interface Props {
  /** The address of the screen Search with the same text. */
  all: string | undefined;
  onLeave: () => void;
}

/** The foot of the palette: a legend of its keys, and the link to the screen Search with all results. */
export function PaletteFoot({ all, onLeave }: Props) {
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
