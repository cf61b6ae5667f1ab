import { type ReactNode, Suspense } from 'react';
import { pageFact } from '#client/dom/page-fact.ts';
import { lazyPart } from '#client/dom/retry/lazy-part.ts';
import { useHydrated } from '#client/dom/use-hydrated.ts';
import type { Has } from './legal-capability.ts';

const AskedParts = lazyPart(async () => (await import('./asked-parts.tsx')).AskedParts);

/**
 * A text made of parts by capability. The embedded upstream has all of them. Where the gateway does not know its upstream
 * (`ask`), the text promises nothing until the upstream has said what it offers.
 */
export function ByCapability({ children }: { children: (has: Has) => ReactNode }) {
  const hydrated = useHydrated();
  if (!hydrated || pageFact('password-reset') !== 'ask') return children(() => true);
  return (
    <Suspense fallback={children(() => false)}>
      <AskedParts>{children}</AskedParts>
    </Suspense>
  );
}
