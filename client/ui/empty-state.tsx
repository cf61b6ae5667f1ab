import type { ReactNode } from 'react';

interface Props {
  title: string;
  icon?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}

/** In place of an empty list: why it is empty, and the next step. */
export function EmptyState({ title, icon, children, actions }: Props) {
  return (
    <div className="card items-center gap-3 px-6 py-12 text-center">
      {icon !== undefined && (
        <span className="text-muted" aria-hidden="true">
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
