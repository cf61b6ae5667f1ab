import type { ReactNode } from 'react';
import { classNames } from '#client/dom/class-names.ts';
import { sharedAs } from '#client/dom/shared-element.ts';

interface Props {
  projectId: string;
  title: string;
  cover?: ReactNode;
  actions?: ReactNode;
  /** Shown below the title, in the card of the cover. */
  summary?: ReactNode;
  narrow: boolean;
  children: ReactNode;
}

/** A project's page. With a cover, the title and what sums the project up share its card; without one they stand alone. */
export function ProjectFrame({ projectId, title, cover, actions, summary, narrow, children }: Props) {
  return (
    <div className={`gutter-x mx-auto w-full py-6 ${narrow ? 'max-w-reading' : 'max-w-content'}`}>
      <header className={classNames('mb-6', cover !== undefined && 'card overflow-hidden rounded-[1.25rem]')}>
        {cover}
        <div className={classNames('flex flex-col gap-4', cover !== undefined && 'px-5 py-6 sm:px-8')}>
          <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
            <h1 {...sharedAs('title', projectId)} tabIndex={-1} className="min-w-0 text-profile" dir="auto">
              {title}
            </h1>
            {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
          </div>
          {summary}
        </div>
      </header>
      {children}
    </div>
  );
}
