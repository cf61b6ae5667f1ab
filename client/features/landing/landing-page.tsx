import { skipToken } from '@reduxjs/toolkit/query';
import type { LucideIcon } from 'lucide-react';
import Code from 'lucide-react/icons/code';
import FolderKanban from 'lucide-react/icons/folder-kanban';
import Users from 'lucide-react/icons/users';
import { type FormEvent, type Ref, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { baseApi } from '#client/api/base-api.ts';
import { useProfileUnanswered } from '#client/api/base-query/base-query.ts';
import { useCapability, useLacks } from '#client/api/capabilities.ts';
import { readRefused, refusedKey } from '#client/lib/device/pending-links.ts';
import { readTabText } from '#client/lib/device/stored-value.ts';
import { prefersReducedMotion, useHydrated } from '#client/lib/dom/window-state.ts';
import { copy } from '#client/lib/text/copy.ts';
import { screenName, signUpLink, subjectOf } from '#client/lib/text/screen-names.ts';
import { ThemeSwitch } from '#client/ui/form/switch-field.tsx';
import { Wordmark } from '#client/ui/open-page.tsx';
import type { PublicProfileReply, PublicProjectReply } from '#shared/api/public-pages.ts';
import { apiPaths } from '#shared/paths.ts';
import { refusedCookie, to } from '#shared/routes.ts';
import { Examples, Preview } from './preview.tsx';

/** The specified words of the landing page, letter for letter, misspellings included. */
const landingCopy = {
  tagline: 'Connect. Collaborate. .Code',
  getStarted: 'Get Started',
  learnMore: 'Learn More',
  createAccount: 'Create a account',
  featureNetworking: 'Develop Networking',
  featureCollaboration: 'Code Collaboration',
  featureShowcase: 'Project Showcase',
} as const;

export function LandingPage() {
  const features = useRef<HTMLHeadingElement>(null);
  const isUnanswered = useProfileUnanswered();
  const isSentHere = useHydrated() && isAnyRefused();
  const showFeatures = () => {
    features.current?.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth', block: 'start' });
    features.current?.focus({ preventScroll: true });
  };
  return (
    <div className="relative flex min-h-dvh flex-col overflow-x-clip">
      <Light />
      <header className="gutter-x mx-auto flex w-full max-w-content items-center justify-between py-2">
        <span className="py-2">
          <span className="sr-only">{copy.product}</span>
          <Wordmark />
        </span>
        <ThemeSwitch />
      </header>
      <main id="main" tabIndex={-1} className="gutter-x mx-auto w-full max-w-content flex-1">
        <Hero onLearnMore={showFeatures} />
        <HowItWorks ref={features} />
        <Examples />
      </main>
      <Footer />
      {/* It comes after the first paint, and at the end of the page it moves nothing that is in sight. */}
      <div role="status" className="sticky bottom-0 z-10">
        {isSentHere && !isUnanswered && <WhatWaits />}
      </div>
    </div>
  );
}

/** Whether a screen of members was asked for: the guard notes it for the tab, the gateway in a cookie. */
const isAnyRefused = () => readTabText(refusedKey) !== null || document.cookie.includes(`${refusedCookie}=`);

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

/** The tagline with the ways in, beside the preview. */
function Hero({ onLearnMore }: { onLearnMore: () => void }) {
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

/** The foot of the landing page. Where the operator names texts elsewhere, the gateway leads there from these paths. */
function Footer() {
  return (
    <footer className="border-t border-base-300">
      <div className="gutter-x mx-auto flex w-full max-w-content flex-wrap justify-between gap-x-6 gap-y-2 py-6 text-small text-muted">
        <span>{copy.product}</span>
        <a href={to.privacy()} className="underline underline-offset-4">
          Privacy
        </a>
        <a href={to.terms()} className="underline underline-offset-4">
          Terms
        </a>
        <span>For developers, by developers.</span>
      </div>
    </footer>
  );
}

/** The features of the product. `ref` is their heading. */
function HowItWorks({ ref }: { ref: Ref<HTMLHeadingElement> }) {
  return (
    <section aria-labelledby="features" className="py-12 md:py-16">
      <h2 id="features" ref={ref} tabIndex={-1} className="text-h1">
        How it works
      </h2>
      <div className="mt-6 grid gap-4 md:grid-cols-3">
        <Feature icon={Users} title={landingCopy.featureNetworking} fact="You both use React, Go and SQL">
          Meet one person at a time, see which skills you share, and connect when both of you want to.
        </Feature>
        <Feature icon={Code} title={landingCopy.featureCollaboration} fact="You asked to join · accepted">
          Find projects that look for help, ask to join, and talk it through in a private conversation.
        </Feature>
        <Feature icon={FolderKanban} title={landingCopy.featureShowcase} fact="Markdown in, a page out">
          Give each project a page of its own, with its story and its skills, and find people to build it with.
        </Feature>
      </div>
    </section>
  );
}

interface FeatureProps {
  icon: LucideIcon;
  title: string;
  /** One line of proof, as the product prints it. */
  fact: string;
  children: string;
}

function Feature({ icon: Icon, title, fact, children }: FeatureProps) {
  return (
    <article className="card rounded-[1.25rem] p-6">
      <span className="grid size-12 place-items-center rounded-full bg-tint text-primary">
        <Icon size={24} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <h3 className="mt-4 text-h3">{title}</h3>
      <p className="mt-2 mb-5 text-muted">{children}</p>
      <p className="mt-auto font-medium text-primary text-small">{fact}</p>
    </article>
  );
}

/** Tells a visitor whom a link of members led here what waits for them. An unpublished page is called like an unknown one. */
function WhatWaits() {
  const [link] = useState(readRefused);
  const name = link === undefined ? undefined : screenName(link);
  const subject = link === undefined ? undefined : subjectOf(link);
  const published = useCapability('public.pages') ? subject : undefined;
  const isUnpublished = useLacks('public.pages');
  const { data: publicName, isLoading } = usePublicNameQuery(published ?? skipToken);
  // Screen readers announce it once, with the name.
  if (name === undefined || isLoading || (subject && !published && !isUnpublished)) return null;
  return (
    <p className="border-t border-base-300 bg-tint px-4 py-3 text-center text-balance">
      <span className="font-medium">{publicName || capital(name)} waits for you here.</span>{' '}
      <Link to={to.login()} className="inline-block py-1 text-primary underline underline-offset-4">
        Log in
      </Link>{' '}
      or{' '}
      <Link to={signUpLink} className="inline-block py-1 text-primary underline underline-offset-4">
        sign up
      </Link>
      , and go on from there.
    </p>
  );
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

interface Subject {
  kind: 'profile' | 'project';
  id: string;
}

const publicApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The name of a published person or project, without a session. An unpublished one fails like an unknown one. */
    publicName: build.query<string, Subject>({
      query: ({ kind, id }) => (kind === 'profile' ? apiPaths.publicProfile(id) : apiPaths.publicProject(id)),
      transformResponse: (reply: PublicProfileReply | PublicProjectReply) =>
        'user' in reply ? reply.user.firstName : reply.project.projectName,
    }),
  }),
});

const { usePublicNameQuery } = publicApi;
