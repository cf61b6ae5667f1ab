import type { ReactNode } from 'react';
import { classNames } from '#client/dom/class-names.ts';
import { Popover } from './popover.tsx';

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  danger?: boolean;
}

interface Props {
  /** The accessible name of the list, and of the trigger unless it is `isNamed` by its content. */
  label: string;
  isNamed?: boolean;
  trigger: ReactNode;
  /** A line of text above the items. */
  heading?: string;
  items: readonly MenuItem[];
  className?: string;
  /** The width of the list. */
  width?: string;
  tabIndex?: number;
}

/** A button that opens a list of actions. */
export function Menu({ heading, items, width = 'w-56', label, isNamed, ...trigger }: Props) {
  return (
    <Popover {...trigger} label={isNamed ? undefined : label} panelLabel={label} panelClassName={width}>
      {(close) => (
        <ul>
          {heading && <li className="px-3 py-2 text-muted text-small">{heading}</li>}
          {items.map((item) => (
            <li key={item.label}>
              <button
                type="button"
                className={classNames(
                  'flex min-h-10 w-full items-center gap-2 rounded-field px-3 text-start text-small hover:bg-base-content/6 pointer-coarse:min-h-11',
                  item.danger && 'text-error',
                )}
                onClick={() => {
                  close();
                  item.onSelect();
                }}
              >
                {item.icon}
                {item.label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
