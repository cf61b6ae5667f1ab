import type { FormEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useHydrated } from '#client/dom/use-hydrated.ts';
import { signUpLink } from '#client/text/history-state.ts';
import { to } from '#shared/routes.ts';
import { landingCopy } from './copy.ts';
import { Preview } from './preview.tsx';

/** A decoration: the page stands without it until it is loaded. */

/** The tagline with the ways in, beside the preview. */
export function Hero({ onLearnMore }: { onLearnMore: () => void }) {
  const navigate = useNavigate();
  const hydrated = useHydrated();
  // A form, so that the button works before this script has loaded; afterwards the router navigates.
  const getStarted = (event: FormEvent) => {
    event.preventDefault();
    void navigate(to.login());
  };
  const [before, last] = splitTagline(landingCopy.tagline);
  return (
    <section className="grid items-center gap-12 py-8 md:py-14 lg:grid-cols-[1.15fr_1fr] lg:gap-14">
      <div>
        <h1 tabIndex={-1} className="text-display text-balance">
          {before} <span className="font-mono whitespace-nowrap text-primary">{last}</span>
          <span className="caret" aria-hidden="true" />
        </h1>
        <p className="mt-5 max-w-[44ch] text-[1.125rem]/[1.75rem] text-muted">
          Meet developers who work with what you work with, build things together and show what came of it.
        </p>
        <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
          {/* As wide with each font: what stands beside it does not move when the font comes. */}
          <form action={to.login()} onSubmit={getStarted} className="flex flex-col">
            <button type="submit" className="btn btn-primary min-w-40 px-4">
              {landingCopy.getStarted}
            </button>
          </form>
          <button type="button" className="btn btn-outline min-w-40 px-4" onClick={onLearnMore}>
            {landingCopy.learnMore}
          </button>
        </div>
        <p className="mt-4">
          <Link to={signUpLink} className="inline-block py-2 font-medium text-primary underline underline-offset-4">
            {landingCopy.createAccount}
          </Link>
        </p>
      </div>
      {/* Not part of the pre-rendered page: its animation begins when React has mounted it. The height is reserved. */}
      <div className="h-[28rem]">{hydrated && <Preview />}</div>
    </section>
  );
}

/** Colours the last word of the tagline. */
function splitTagline(tagline: string): [string, string] {
  const at = tagline.lastIndexOf(' ');
  return [tagline.slice(0, at), tagline.slice(at + 1)];
}
