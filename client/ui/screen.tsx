import type { ReactNode } from 'react';

interface Props {
  title: string;
  actions?: ReactNode;
  /** The reading column (720 px) instead of the whole content width (1120 px). */
  narrow?: boolean;
  children: ReactNode;
}

/** The frame of a screen: its h1, which gets the focus after navigation, its actions and its content. */
export function Screen({ title, actions, narrow = false, children }: Props) {
  return (
    <div className={`gutter-x mx-auto w-full py-6 ${narrow ? 'max-w-reading' : 'max-w-content'}`}>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 tabIndex={-1} className="text-h1 min-w-0" dir="auto">
          {title}
        </h1>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
