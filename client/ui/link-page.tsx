import type { ReactNode } from 'react';
import { usePageTitle } from '#client/dom/page-title.ts';
import { OpenHeader } from './open-header.tsx';

/** The frame of a page that a link in a mail, or an invitation, leads to: it needs no session, and has one thing to do. */
export function LinkPage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <div className="flex min-h-dvh flex-col">
      <OpenHeader width="max-w-content" />
      <main
        id="main"
        tabIndex={-1}
        className="flex flex-1 items-start justify-center px-4 py-6 sm:items-center sm:pb-24"
      >
        <div className="card flex w-full max-w-[26.25rem] flex-col gap-4 p-6 sm:p-8">
          <h1 tabIndex={-1} className="text-h1">
            {title}
          </h1>
          {children}
        </div>
      </main>
    </div>
  );
}
