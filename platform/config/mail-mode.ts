/**
 * How mails leave: over SMTP; as files, with their links in the log, for a developer; or not at all. `missing` says in
 * production which variable mail would need.
 */
export type MailMode =
  | { readonly kind: 'smtp' | 'files'; readonly missing?: never }
  | { readonly kind: 'none'; readonly missing?: string };

export interface MailConfig {
  readonly isProduction: boolean;
  readonly mailUrl?: URL | 'none' | undefined;
  readonly publicUrl?: string | undefined;
}

export function mailModeOf({ isProduction, mailUrl, publicUrl }: MailConfig): MailMode {
  if (mailUrl === 'none') return { kind: 'none' };
  if (mailUrl === undefined) return isProduction ? { kind: 'none', missing: 'MAIL_URL' } : { kind: 'files' };
  // The Host header of a request is no replacement: the client that asks for a link would choose where it leads.
  if (isProduction && publicUrl === undefined) return { kind: 'none', missing: 'PUBLIC_URL' };
  return { kind: 'smtp' };
}
