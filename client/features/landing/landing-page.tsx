import { useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { prefersReducedMotion } from '#client/dom/reduced-motion.ts';
import { useOnline } from '#client/dom/use-online.ts';
import { useProfileUnanswered } from '#client/store/api/base-query/profile-unanswered.ts';
import { copy } from '#client/text/copy.ts';
import type { GuardState } from '#client/text/history-state.ts';
import { ThemeSwitch } from '#client/ui/form/theme-switch.tsx';
import { NoAnswerBanner } from '#client/ui/state/no-answer-banner.tsx';
import { Wordmark } from '#client/ui/wordmark.tsx';
import { Examples } from './examples.tsx';
import { Footer } from './footer.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';

export function LandingPage() {
  const features = useRef<HTMLHeadingElement>(null);
  const online = useOnline();
  const refusedPath = useRefusedPath();
  const showFeatures = () => {
    features.current?.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth', block: 'start' });
    features.current?.focus({ preventScroll: true });
  };
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
        <Hero onLearnMore={showFeatures} />
        <HowItWorks ref={features} />
        <Examples />
      </main>
      <Footer />
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
