import { isRecord } from '#client/text/is-record.ts';
import { readTabText, writeTabText } from './stored-value.ts';

const key = 'dotcode:invite';

/** The invitation whose link was opened in this tab. It waits here through login and sign-up, and never stands in an address. */
export interface PendingInvite {
  token: string;
  /** The names in the reply to POST /invite/look. */
  projectName?: string;
  inviterName?: string;
}

export function readInvite(): PendingInvite | undefined {
  const invite = parse(readTabText(key) ?? '');
  if (!isRecord(invite) || typeof invite.token !== 'string') return undefined;
  const { token, projectName, inviterName } = invite;
  return {
    token,
    ...(typeof projectName === 'string' && { projectName }),
    ...(typeof inviterName === 'string' && { inviterName }),
  };
}

/** False when the browser could not store it. */
export function rememberInvite(invite: PendingInvite): boolean {
  return writeTabText(key, JSON.stringify(invite));
}

export function forgetInvite(): void {
  writeTabText(key, null);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
