import { type ReactNode, useState } from 'react';
import { Button } from '#client/ui/button.tsx';

interface Props {
  title: string;
  icon?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}

/** Shown in place of an empty list: says why it is empty, and offers the next step. */
export function EmptyState({ title, icon, children, actions }: Props) {
  return (
    <div className="card items-center gap-3 rounded-[1.25rem] px-6 py-14 text-center">
      {icon !== undefined && (
        <span className="grid size-16 place-items-center rounded-full bg-tint text-primary" aria-hidden="true">
          {icon}
        </span>
      )}
      <h2 className="text-h2 text-balance">{title}</h2>
      {children !== undefined && <div className="max-w-md text-balance text-muted">{children}</div>}
      {actions !== undefined && (
        <div className="mt-2 flex w-full justify-center gap-2 max-sm:max-w-64 max-sm:flex-col sm:flex-wrap">
          {actions}
        </div>
      )}
    </div>
  );
}

/** Below a list of which only the first part is loaded. */
export function ListGoesOn({ shown }: { shown: number }) {
  return (
    <p className="mt-3 text-muted text-small">The list goes on: these are the first {shown.toLocaleString('en')}.</p>
  );
}

/** Each row of such a list makes a call of its own, so the rows are shown in steps. */
const step = 20;

/** A list that grows by a button. */
export function RowsInSteps<Item>({ items, row }: { items: readonly Item[]; row: (item: Item) => ReactNode }) {
  const [most, setMost] = useState(step);
  return (
    <>
      <ul className="card divide-y divide-base-300 empty:hidden">{items.slice(0, most).map(row)}</ul>
      {items.length > most && (
        <div className="mt-4 flex justify-center">
          <Button onClick={() => setMost(most + step)}>Show more</Button>
        </div>
      )}
    </>
  );
}
