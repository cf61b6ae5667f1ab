import type { ReactNode } from 'react';
import { Wordmark } from '#client/ui/wordmark.tsx';

/** The main part of a page that has no navigation around it. */
export function BareMain({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1}>
      <div className="gutter-x mx-auto w-full max-w-reading pt-6">
        <Wordmark />
      </div>
      {children}
    </main>
  );
}
