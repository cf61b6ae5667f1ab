import { type FormEvent, Suspense, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { lazyPart } from '#client/dom/again/lazy-part.ts';
import { prefersReducedMotion } from '#client/dom/reduced-motion.ts';
import { useHydrated } from '#client/dom/use-hydrated.ts';
import { useOnline } from '#client/dom/use-online.ts';
import { useProfileUnanswered } from '#client/store/calls/profile-unanswered.ts';
import { copy } from '#client/text/copy.ts';
import type { GuardState } from '#client/text/guard-state.ts';
import type { LoginState } from '#client/text/login-state.ts';
import { ThemeSwitch } from '#client/ui/form/theme-switch.tsx';
import { LineIcon } from '#client/ui/line-icon.tsx';
import { NoAnswerBanner } from '#client/ui/state/no-answer-banner.tsx';
import { Wordmark } from '#client/ui/wordmark.tsx';
import { to } from '#shared/routes.ts';
import { landingCopy } from './copy.ts';
import { lines } from './lines.ts';

/** A decoration: the page stands without it until it is loaded. */
const Preview = lazyPart(async () => (await import('./preview.tsx')).Preview);

export function LandingPage() {
  const features = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  const online = useOnline();
  const hydrated = useHydrated();
  const refusedPath = useRefusedPath();
  // A form, so that the button works before this script has loaded; afterwards the router navigates.
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
    <div className="relative flex min-h-dvh flex-col overflow-x-clip">
      <Light />
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
              <Link
                to={to.login()}
                state={{ mode: 'signup' } satisfies LoginState}
                className="inline-block py-2 font-medium text-primary underline underline-offset-4"
              >
                {landingCopy.createAccount}
              </Link>
            </p>
          </div>
          {/* Drawn pages leave its place empty: it moves once it is here. */}
          <div className="h-[28rem]">
            {hydrated && (
              <Suspense>
                <Preview />
              </Suspense>
            )}
          </div>
        </section>
        <section aria-labelledby="features" className="py-12 md:py-16">
          <h2 id="features" ref={features} tabIndex={-1} className="text-h1">
            How it works
          </h2>
          <div className="mt-6 grid gap-4 md:grid-cols-3">
            <Feature icon="users" title={landingCopy.featureNetworking} fact="You both use React, Go and SQL">
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

/** Two soft lights behind the first screen, in the accents of the theme. */
function Light() {
  const spot = 'absolute -z-1 rounded-full';
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 isolate -z-1 overflow-clip">
      <div
        className={`${spot} -end-32 -top-48 h-[42rem] w-[56rem] max-w-[140vw] bg-[radial-gradient(closest-side,oklch(calc(0.85-var(--dim)*1.75)_0.12_280/0.5),transparent)]`}
      />
      <div
        className={`${spot} end-1/4 top-64 h-[36rem] w-[44rem] max-w-[120vw] bg-[radial-gradient(closest-side,oklch(calc(0.86-var(--dim)*1.9)_0.1_190/0.45),transparent)]`}
      />
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
    <article className="card rounded-[1.25rem] p-6">
      <span className="grid size-12 place-items-center rounded-full bg-tint text-primary">
        <LineIcon line={lines[icon]} size={24} />
      </span>
      <h3 className="mt-4 text-h3">{title}</h3>
      <p className="mt-2 mb-5 text-muted">{children}</p>
      <p className="mt-auto font-medium text-primary text-small">{fact}</p>
    </article>
  );
}

/** Colours the last word of the tagline. */
function splitTagline(tagline: string): [string, string] {
  const at = tagline.lastIndexOf(' ');
  return [tagline.slice(0, at), tagline.slice(at + 1)];
}
