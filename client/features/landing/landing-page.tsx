import { type FormEvent, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { prefersReducedMotion } from '#client/dom/reduced-motion.ts';
import { useOnline } from '#client/dom/use-online.ts';
import { useProfileUnanswered } from '#client/store/api/profile-unanswered.ts';
import { copy } from '#client/text/copy.ts';
import type { GuardState } from '#client/text/guard-state.ts';
import { LineIcon } from '#client/ui/line-icon.tsx';
import { NoAnswerBanner } from '#client/ui/no-answer-banner.tsx';
import { ThemeSwitch } from '#client/ui/theme-switch.tsx';
import { Wordmark } from '#client/ui/wordmark.tsx';
import { to } from '#shared/routes.ts';
import { landingCopy } from './copy.ts';
import { lines } from './lines.ts';
import { Preview } from './preview.tsx';

export function LandingPage() {
  const features = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  const online = useOnline();
  const refusedPath = useRefusedPath();
  // A form, so that the button works before this code runs; afterwards the router navigates without a page load.
  const getStarted = (event: FormEvent) => {
    event.preventDefault();
    void navigate(to.login());
  };
  const showFeatures = () => {
    features.current?.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth', block: 'start' });
    features.current?.focus({ preventScroll: true });
  };
  const [before, last] = splitTagline(landingCopy.tagline);
  return (
    <div className="flex min-h-dvh flex-col">
      <div role="status">
        {!online && (
          <p className="bg-neutral px-4 py-2 text-center text-small text-neutral-content">
            You are offline. What you see may be old.
          </p>
        )}
        {online && refusedPath !== undefined && <NoAnswerBanner onRetry={() => location.assign(refusedPath)} />}
      </div>
      <header className="gutter-x mx-auto flex w-full max-w-content items-center justify-between py-2">
        <span className="py-2">
          <span className="sr-only">{copy.product}</span>
          <Wordmark />
        </span>
        <ThemeSwitch className="-me-4" />
      </header>
      <main id="main" tabIndex={-1} className="gutter-x mx-auto w-full max-w-content flex-1">
        <section className="grid items-center gap-10 py-8 md:py-16 lg:grid-cols-[1.1fr_1fr] lg:gap-16">
          <div>
            <h1 tabIndex={-1} className="text-display text-balance">
              {before} <span className="font-mono whitespace-nowrap text-primary">{last}</span>
              <span className="caret" aria-hidden="true" />
            </h1>
            <p className="mt-5 max-w-[44ch] text-[1.125rem]/[1.75rem] text-muted">
              Meet developers who work with what you work with, build things together and show what came of it.
            </p>
            <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
              <form action={to.login()} onSubmit={getStarted} className="flex flex-col">
                <button type="submit" className="btn btn-primary px-8">
                  {landingCopy.getStarted}
                </button>
              </form>
              <button type="button" className="btn btn-outline px-8" onClick={showFeatures}>
                {landingCopy.learnMore}
              </button>
            </div>
            <p className="mt-4">
              <Link to={to.login()} className="inline-block py-2 font-medium text-primary underline underline-offset-4">
                {landingCopy.createAccount}
              </Link>
            </p>
          </div>
          <Preview />
        </section>
        <section aria-labelledby="features" className="border-t border-base-300 py-12 md:py-16">
          <h2 id="features" ref={features} tabIndex={-1} className="text-h1">
            What it is for
          </h2>
          <div className="mt-6 grid gap-4 md:grid-cols-3">
            <Feature icon="users" title={landingCopy.featureNetworking} fact="3 shared: React, Go, SQL">
              Meet one person at a time, see which skills you share, and connect when both of you want to.
            </Feature>
            <Feature icon="code" title={landingCopy.featureCollaboration} fact="You asked to join · accepted">
              Find projects that look for help, ask to join, and talk it through in a private conversation.
            </Feature>
            <Feature icon="projects" title={landingCopy.featureShowcase} fact="Markdown in, a page out">
              Give each project a page of its own, with its story and its skills, and pin the best to your profile.
            </Feature>
          </div>
        </section>
      </main>
      <footer className="border-t border-base-300">
        <div className="gutter-x mx-auto flex w-full max-w-content flex-wrap justify-between gap-2 py-6 text-small text-muted">
          <span>{copy.product}</span>
          <span>For developers, by developers.</span>
        </div>
      </footer>
    </div>
  );
}

/** The guarded screen that was asked for and could not be shown because the server did not answer the profile load. */
function useRefusedPath(): string | undefined {
  const unanswered = useProfileUnanswered();
  const state = useLocation().state as GuardState | null;
  return unanswered ? state?.refused : undefined;
}

interface FeatureProps {
  icon: keyof typeof lines;
  title: string;
  /** One line of proof, as the product prints it. */
  fact: string;
  children: string;
}

function Feature({ icon, title, fact, children }: FeatureProps) {
  return (
    <article className="card gutter p-6">
      <LineIcon line={lines[icon]} size={24} className="text-primary" />
      <h3 className="mt-4 text-h3">{title}</h3>
      <p className="mt-2 mb-5 text-muted">{children}</p>
      <p className="mt-auto border-t border-base-300 pt-4 font-mono text-micro">{fact}</p>
    </article>
  );
}

/** The tagline's last word carries the accent. */
function splitTagline(tagline: string): [string, string] {
  const at = tagline.lastIndexOf(' ');
  return [tagline.slice(0, at), tagline.slice(at + 1)];
}
