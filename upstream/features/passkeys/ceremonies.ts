import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { deriveKey } from '#platform/config/secret.ts';
import type { PasskeyRow } from '#upstream/db/schema.ts';
import { seal, unseal } from '#upstream/mail/seal.ts';
import type { RelyingParty } from './relying-party.ts';

/** The facts that an authenticator sends with a new passkey. */
export interface MadePasskey {
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
}

/** The two ceremonies of WebAuthn. A `check…` answers undefined for whatever this site has not asked for. */
export interface Ceremonies {
  creationOptions(
    owner: { userId: string; emailId: string; displayName: string },
    existing: readonly PasskeyRow[],
  ): Promise<PublicKeyCredentialCreationOptionsJSON>;
  checkCreation(userId: string, response: RegistrationResponseJSON): Promise<MadePasskey | undefined>;
  requestOptions(): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** The authenticator's new counter, and the challenge that it has answered. */
  checkLogin(
    passkey: PasskeyRow,
    response: AuthenticationResponseJSON,
  ): Promise<{ counter: number; challenge: string } | undefined>;
}

/** EdDSA, ES256 and RS256. The library's default asks Node for ML-DSA, at which Node prints a warning. */
const algorithms = [-8, -7, -257] as const;

export function createCeremonies(party: RelyingParty, challenges: Challenges): Ceremonies {
  // Loaded with the first passkey: most of the time nobody uses one, and it brings parsers of certificates.
  const library = () => import('@simplewebauthn/server');
  const addPurpose = (userId: string) => `add ${userId}`;

  /** The parts of the answer that the browser wrote, if it did so for this site. */
  function clientDataOf(clientDataJSON: string): { origin: string; challenge: string } | undefined {
    try {
      const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
      const { origin, challenge } = data;
      return typeof origin === 'string' && typeof challenge === 'string' && party.accepts(origin)
        ? { origin, challenge }
        : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    async creationOptions({ userId, emailId, displayName }, existing) {
      const { generateRegistrationOptions } = await library();
      return generateRegistrationOptions({
        rpName: 'DotCode',
        rpID: party.id,
        userID: new Uint8Array(Buffer.from(userId)),
        userName: emailId,
        userDisplayName: displayName,
        challenge: challenges.issue(addPurpose(userId)),
        timeout: challengeMs,
        supportedAlgorithmIDs: [...algorithms],
        attestationType: 'none',
        excludeCredentials: existing.map(({ credential_id, transports }) => ({
          id: credential_id,
          transports: transportsOf(transports),
        })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },

    async checkCreation(userId, response) {
      const data = clientDataOf(response.response.clientDataJSON);
      if (data === undefined) return undefined;
      const { verifyRegistrationResponse } = await library();
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response,
        expectedChallenge: (challenge) => challenges.accepts(challenge, addPurpose(userId)),
        expectedOrigin: data.origin,
        expectedRPID: party.id,
        requireUserVerification: true,
        supportedAlgorithmIDs: [...algorithms],
        // The library throws for an answer that does not fit.
      }).catch(() => ({ verified: false, registrationInfo: undefined }));
      if (!verified || registrationInfo === undefined) return undefined;
      const { id, publicKey, counter } = registrationInfo.credential;
      return { credentialId: id, publicKey, counter };
    },

    async requestOptions() {
      const { generateAuthenticationOptions } = await library();
      // Names no passkeys, so that the answer is the same for everybody: the authenticator knows its own.
      return generateAuthenticationOptions({
        rpID: party.id,
        challenge: challenges.issue('login'),
        timeout: challengeMs,
        userVerification: 'required',
      });
    },

    async checkLogin(passkey, response) {
      const data = clientDataOf(response.response.clientDataJSON);
      if (data === undefined) return undefined;
      const { verifyAuthenticationResponse } = await library();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge: (challenge) => challenges.accepts(challenge, 'login'),
        expectedOrigin: data.origin,
        expectedRPID: party.id,
        requireUserVerification: true,
        credential: {
          id: passkey.credential_id,
          publicKey: new Uint8Array(passkey.public_key),
          counter: passkey.counter,
          transports: transportsOf(passkey.transports),
        },
        // The library throws for an answer that does not fit, and for a counter that did not grow: that of a copy.
      }).catch(() => ({ verified: false, authenticationInfo: undefined }));
      if (!verified || authenticationInfo === undefined) return undefined;
      return { counter: authenticationInfo.newCounter, challenge: data.challenge };
    },
  };
}

/** Stored with a space between them; they only tell the browser where to look for the passkey. */
function transportsOf(stored: string): AuthenticatorTransport[] {
  return stored === '' ? [] : (stored.split(' ') as AuthenticatorTransport[]);
}

/** How long a browser has for its answer: people look for their phone or their key. */
export const challengeMs = 5 * 60 * 1000;

export interface Challenges {
  issue(purpose: string): Uint8Array<ArrayBuffer>;
  /** Whether this deployment issued the challenge, as base64url, for this purpose within the last five minutes. */
  accepts(challenge: string, purpose: string): boolean;
}

/**
 * Challenges that carry their own proof: what they are for and the time of their end, encrypted. Nothing is stored for a
 * caller who has not signed in; the login remembers those that were used.
 */
export function createChallenges(secret: string, now: () => number): Challenges {
  const key = deriveKey(secret, 'passkey-challenges');
  return {
    issue: (purpose) => new Uint8Array(Buffer.from(seal(key, { purpose, until: now() + challengeMs }), 'base64url')),
    accepts(challenge, purpose) {
      const opened = unseal(key, challenge) as { purpose: string; until: number } | undefined;
      return opened?.purpose === purpose && opened.until > now();
    },
  };
}
