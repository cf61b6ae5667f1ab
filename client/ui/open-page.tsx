import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { usePageTitle } from '#client/lib/dom/page.ts';
import { to } from '#shared/routes.ts';
import { ThemeSwitch } from './form/switch-field.tsx';

/** The header of a screen that needs no session: the wordmark, which leads to the landing page, and the theme. */
export function OpenHeader({ width }: { width: 'max-w-content' | 'max-w-reading' }) {
  return (
    <header className={`gutter-x mx-auto flex w-full ${width} items-center justify-between py-2`}>
      <Link to={to.landing()} className="-ms-2 rounded-field px-2 py-2" aria-label="Dot.Code, start page">
        <Wordmark />
      </Link>
      <ThemeSwitch />
    </header>
  );
}

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

/** A block of its own: in a line of text its height would change with the arrival of the font, and the page would move. */
export function Wordmark() {
  return (
    <span className="block font-mono text-h3 font-bold" aria-hidden="true">
      Dot<span className="text-primary">.Code</span>
    </span>
  );
}
