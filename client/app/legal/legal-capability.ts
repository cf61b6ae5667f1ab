import type { Capability } from '#shared/capabilities.ts';

/** The capabilities of which the legal texts speak, each only where the upstream has it. */
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
