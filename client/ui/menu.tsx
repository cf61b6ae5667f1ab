import { type ReactNode, useId, useRef } from 'react';
import { classNames } from '#client/lib/class-names.ts';

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  danger?: boolean;
}

interface Props {
  /** The accessible name of the trigger. */
  label: string;
  trigger: ReactNode;
  /** What the menu is about, above its items. */
  heading?: string;
  items: readonly MenuItem[];
  className?: string;
  tabIndex?: number;
}

/** A native popover that follows its trigger in the document, so that Tab goes from one to the other. */
export function Menu({ label, trigger, heading, items, className, tabIndex }: Props) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const anchor = `--menu-${id.replace(/[^a-z0-9]/gi, '')}`;
  return (
    <>
      <button
        type="button"
        className={classNames('btn btn-ghost', className)}
        popoverTarget={id}
        aria-label={label}
        tabIndex={tabIndex}
        style={{ anchorName: anchor }}
      >
        {trigger}
      </button>
      <ul
        ref={list}
        id={id}
        popover="auto"
        className="popover-list w-56 rounded-box border border-base-300 bg-base-100 p-2 shadow-lg"
        style={{ positionAnchor: anchor }}
      >
        {heading && <li className="px-3 py-2 text-muted text-small">{heading}</li>}
        {items.map((item) => (
          <li key={item.label}>
            <button
              type="button"
              className={classNames(
                'flex min-h-10 w-full items-center gap-2 rounded-field px-3 text-start text-small hover:bg-base-200 pointer-coarse:min-h-11',
                item.danger && 'text-error',
              )}
              onClick={() => {
                list.current?.hidePopover();
                item.onSelect();
              }}
            >
              {item.icon}
              {item.label}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
