import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { classNames } from '#client/lib/dom/class-names.ts';

interface Props {
  /** The accessible name of a trigger whose content does not name it. */
  label?: string | undefined;
  trigger: ReactNode;
  /** Shown on hover, for a trigger that is only an icon. */
  title?: string;
  className?: string | undefined;
  tabIndex?: number | undefined;
  /** The accessible name of the panel. */
  panelLabel: string;
  panelClassName: string;
  /** Called before the panel opens and after it has closed, for content that is only rendered while it is open. */
  onOpenChange?: (isOpen: boolean) => void;
  children: (close: () => void) => ReactNode;
}

/**
 * A native popover. It follows its trigger in the document, so that Tab goes from the trigger into the panel. Escape
 * closes it and returns the focus, the arrow keys move inside; an element with `data-autofocus` takes the focus.
 */
export function Popover({ label, trigger, title, className, tabIndex, onOpenChange, ...rest }: Props) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const anchor = `--popover-${id.replace(/[^a-z0-9]/gi, '')}`;
  return (
    <>
      <button
        type="button"
        className={classNames('btn btn-ghost', className)}
        popoverTarget={id}
        aria-label={label}
        title={title}
        tabIndex={tabIndex}
        style={{ anchorName: anchor }}
      >
        {trigger}
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="group"
        aria-label={rest.panelLabel}
        className={classNames(
          'popover-list rounded-box border border-base-300 bg-raised p-2 shadow-lg',
          rest.panelClassName,
        )}
        style={{ positionAnchor: anchor }}
        onKeyDown={(event) => {
          // Keys belong to the open panel, not to the screen around it.
          event.stopPropagation();
          stepThrough(event);
        }}
        onBeforeToggle={({ newState }) => newState === 'open' && onOpenChange?.(true)}
        onToggle={({ newState, currentTarget }) => {
          if (newState === 'open') currentTarget.querySelector<HTMLElement>('[data-autofocus]')?.focus();
          // Only now: the browser returns the focus only if the focused element still exists while the popover closes.
          else onOpenChange?.(false);
        }}
      >
        {rest.children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
}

function stepThrough(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = {
    ArrowDown: items[(at + 1) % items.length],
    ArrowUp: items.at(at === -1 ? -1 : at - 1),
    Home: items[0],
    End: items.at(-1),
  }[event.key];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  danger?: boolean;
}

interface MenuProps {
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
export function Menu({ heading, items, width = 'w-56', label, isNamed, ...trigger }: MenuProps) {
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
