import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { classNames } from '#client/lib/dom/class-names.ts';
import { Count, type Counted } from './count.tsx';

export interface Tab<Id extends string> {
  id: Id;
  label: string;
  /** Shown after the label when it is not 0. */
  count?: Counted;
  /** Whether the count has its place also while there is none, for one that is not known yet. */
  keepsPlace?: boolean;
  /** Whether a narrow screen leaves out the count, which would put the tabs on two lines there. */
  isCountWide?: boolean;
}

interface Props<Id extends string> {
  /** The accessible name of the tab list. */
  label: string;
  tabs: readonly Tab<Id>[];
  current: Id;
  onSelect: (id: Id) => void;
  children: ReactNode;
}

/** Tabs with one panel. The arrow keys select; the focus stays on the tab. */
export function Tabs<Id extends string>({ label, tabs, current, onSelect, children }: Props<Id>) {
  const base = useId();
  const handleKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === current);
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -at, End: tabs.length - 1 - at }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    onSelect(next.id);
    document.getElementById(`${base}-${next.id}`)?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={label} className="mb-4 flex flex-wrap border-b border-base-300">
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            aria-selected={tab.id === current}
            aria-controls={`${base}-panel`}
            tabIndex={tab.id === current ? 0 : -1}
            className={classNames('tab font-semibold', tab.id === current ? 'tab-active' : 'text-muted')}
            onClick={() => onSelect(tab.id)}
            onKeyDown={handleKeyDown}
          >
            {tab.label}
            <TabCount {...tab} />
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${current}`}>
        {children}
      </div>
    </>
  );
}

function TabCount({
  count,
  keepsPlace = false,
  isCountWide = false,
}: Pick<Tab<string>, 'count' | 'keepsPlace' | 'isCountWide'>) {
  const className = isCountWide ? 'ms-2 max-sm:hidden' : 'ms-2';
  if (count !== undefined && count.count > 0) return <Count {...count} className={className} />;
  if (!keepsPlace) return null;
  return (
    <span className="invisible" aria-hidden="true">
      <Count count={1} word="" className={className} />
    </span>
  );
}
