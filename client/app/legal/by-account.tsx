import type { ReactNode } from 'react';
import { pageFact } from '#client/dom/page-fact.ts';
import { useHydrated } from '#client/dom/use-hydrated.ts';
import { useCapability } from '#client/store/api/capabilities.ts';

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
