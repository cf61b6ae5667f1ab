import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '#client/dom/again/lazy-part.ts';
import { pageFact } from '#client/dom/page-fact.ts';
import { useHydrated } from '#client/dom/use-hydrated.ts';
import { useHasCalls } from '#client/store/hooks.ts';
import type { Capability } from '#shared/capabilities.ts';

const AskedParts = lazyPart(async () => (await import('./asked-parts.tsx')).AskedParts);

/** What the texts promise only where the upstream can do it. */
export type LegalCapability = Extract<
  Capability,
  | 'account'
  | 'account.leaving'
  | 'account.sessions'
  | 'account.history'
  | 'notifications'
  | 'notices.mail'
  | 'safety.block'
  | 'safety.report'
  | 'moderation'
  | 'media'
  | 'public.pages'
>;

export type Has = (name: LegalCapability) => boolean;

/**
 * A text made of parts by capability. The embedded upstream has all of them. Where the gateway does not know its upstream
 * (`ask`), the text promises nothing until the upstream has said what it offers.
 */
export function ByCapability({ children }: { children: (has: Has) => ReactNode }) {
  const hydrated = useHydrated();
  const hasCalls = useHasCalls();
  if (!hydrated || pageFact('password-reset') !== 'ask') return children(() => true);
  const cautious = children(() => false);
  if (!hasCalls) return cautious;
  return (
    <Suspense fallback={cautious}>
      <AskedParts>{children}</AskedParts>
    </Suspense>
  );
}
