import type { ReactNode } from 'react';
import { useCapability } from '#client/store/api/capabilities.ts';
import type { Has, LegalCapability } from './legal-capability.ts';

/** The text that fits what the upstream says it offers. */
export function AskedParts({ children }: { children: (has: Has) => ReactNode }) {
  const offered: Record<LegalCapability, boolean> = {
    account: useCapability('account'),
    'account.leaving': useCapability('account.leaving'),
    'account.sessions': useCapability('account.sessions'),
    'account.history': useCapability('account.history'),
    notifications: useCapability('notifications'),
    'notices.mail': useCapability('notices.mail'),
    'safety.block': useCapability('safety.block'),
    'safety.report': useCapability('safety.report'),
    moderation: useCapability('moderation'),
    media: useCapability('media'),
    'public.pages': useCapability('public.pages'),
  };
  return children((name) => offered[name]);
}
