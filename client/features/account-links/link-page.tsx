import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { usePageTitle } from '#client/dom/page-title.ts';
import { ThemeSwitch } from '#client/ui/form/theme-switch.tsx';
import { Wordmark } from '#client/ui/wordmark.tsx';
import { to } from '#shared/routes.ts';

/** The frame of a page that a mail leads to: it needs no session, and has one thing to do. */
export function LinkPage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="gutter-x mx-auto flex w-full max-w-content items-center justify-between py-2">
        <Link to={to.landing()} className="-ms-2 rounded-field px-2 py-2" aria-label="Dot.Code, start page">
          <Wordmark />
        </Link>
        <ThemeSwitch className="-me-4" />
      </header>
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
