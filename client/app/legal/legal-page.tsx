import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useCapability } from '#client/api/capabilities.ts';
import { pageFact } from '#client/lib/dom/page.ts';
import { useHydrated } from '#client/lib/dom/window-state.ts';
import { OpenHeader } from '#client/ui/open-page.tsx';
import { to } from '#shared/routes.ts';

/** One of the two pages about the service. */
export function LegalPage({
  name,
  title,
  children,
}: {
  name: 'privacy' | 'terms';
  title: string;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <OpenHeader width="max-w-reading" />
      <main id="main" tabIndex={-1} className="flex flex-1 justify-center py-6">
        <div className="gutter-x flex w-full max-w-reading flex-col gap-6 sm:py-8">
          <h1 tabIndex={-1} className="text-h1">
            {title}
          </h1>
          {children}
        </div>
      </main>
      <footer className="border-t border-base-300">
        <div className="gutter-x mx-auto flex w-full max-w-reading flex-wrap gap-x-6 gap-y-2 py-6 text-small text-muted">
          <Link to={name === 'privacy' ? to.terms() : to.privacy()} className="underline underline-offset-4">
            {name === 'privacy' ? 'Terms' : 'Privacy'}
          </Link>
          <Link to={to.landing()} className="underline underline-offset-4">
            Start page
          </Link>
        </div>
      </footer>
    </div>
  );
}

/** A part of the text with a heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-h2">{title}</h2>
      {children}
    </section>
  );
}

/** Where people reach the operator. Without CONTACT the page says that it does not know. */
export function Contact() {
  const hydrated = useHydrated();
  const address = hydrated ? pageFact('contact') : undefined;
  return address === undefined ? (
    <p>Ask the people who run this site. They have not named an address here.</p>
  ) : (
    <p>
      Write to the people who run this site:{' '}
      <a href={address} className="underline underline-offset-4">
        {address.replace(/^mailto:/, '')}
      </a>
    </p>
  );
}

interface Props {
  children: (hasAccount: boolean) => ReactNode;
}

/**
 * A text in two versions: for upstreams that keep an account as ours does, and for others. Where the gateway does not
 * know its upstream (`ask`), the text promises nothing until the upstream has said what it offers.
 */
export function ByAccount({ children }: Props) {
  const hydrated = useHydrated();
  if (!hydrated || pageFact('password-reset') !== 'ask') return children(true);
  return <Asked>{children}</Asked>;
}

function Asked({ children }: Props) {
  return children(useCapability('account'));
}
