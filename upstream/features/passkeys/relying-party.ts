import { isIP } from 'node:net';

/** The site that passkeys belong to, in WebAuthn's terms. */
export interface RelyingParty {
  readonly id: string;
  /** Whether a browser at this host can use the passkeys. */
  serves(host: string): boolean;
  /** Whether a browser at this origin may have made the answer. */
  accepts(origin: string): boolean;
}

/**
 * The host of PUBLIC_URL; without it `localhost`, on any port. Undefined for an address of numbers, which WebAuthn does
 * not allow.
 */
export function relyingPartyOf(publicUrl: string | undefined): RelyingParty | undefined {
  if (publicUrl === undefined) {
    const isLocal = (origin: string) => URL.canParse(origin) && new URL(origin).hostname === 'localhost';
    return { id: 'localhost', serves: (host) => host === 'localhost', accepts: isLocal };
  }
  const { hostname, origin: own } = new URL(publicUrl);
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return undefined;
  return { id: hostname, serves: (host) => host === hostname, accepts: (origin) => origin === own };
}
