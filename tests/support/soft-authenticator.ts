import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { SignedUp } from './start-upstream.ts';
import type { TestClient, TestReply } from './test-client.ts';

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

export interface AnswerOptions {
  origin?: string;
  /** False: the authenticator did not ask its owner for a finger or a code. */
  isVerified?: boolean;
  /** The counter that it states; one more than at the last use unless given. */
  counter?: number;
  challenge?: string;
}

/** An authenticator in this process, with one P-256 key. */
export class SoftAuthenticator {
  readonly credentialId = text(randomBytes(32));
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #userHandle = '';
  #counter = 0;

  /** The RegistrationResponseJSON for `POST /passkeys/options`' reply. */
  create(
    options: { challenge: string; rp: { id?: string }; user: { id: string } },
    { origin = 'http://localhost:3000', isVerified = true, challenge = options.challenge }: AnswerOptions = {},
  ) {
    this.#userHandle = options.user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const coseKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
    const id = Buffer.from(this.credentialId, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
    const authData = Buffer.concat([this.#head(options.rp.id, isVerified, 0x40), credential]);
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, never>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, never>()],
        ['authData', new Uint8Array(authData)],
      ]),
    );
    return {
      ...this.#common(),
      response: {
        clientDataJSON: text(clientData('webauthn.create', challenge, origin)),
        attestationObject: text(attestation),
        transports: ['internal'],
      },
    };
  }

  /** The AuthenticationResponseJSON for `POST /login/passkey/options`' reply. */
  get(options: { challenge: string; rpId?: string }, answer: AnswerOptions = {}) {
    const { origin = 'http://localhost:3000', isVerified = true, challenge = options.challenge } = answer;
    this.#counter = answer.counter ?? this.#counter + 1;
    const data = clientData('webauthn.get', challenge, origin);
    const head = this.#head(options.rpId, isVerified, 0);
    const signature = sign('sha256', Buffer.concat([head, sha256(data)]), this.#keys.privateKey);
    return {
      ...this.#common(),
      response: {
        clientDataJSON: text(data),
        authenticatorData: text(head),
        signature: text(signature),
        userHandle: this.#userHandle,
      },
    };
  }

  #common() {
    return { id: this.credentialId, rawId: this.credentialId, type: 'public-key', clientExtensionResults: {} };
  }

  /** Hash of the site, flags (user present, user verified) and counter. */
  #head(site = '', isVerified = true, moreFlags = 0): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([sha256(site), Buffer.from([0x01 | (isVerified ? 0x04 : 0) | moreFlags]), counter]);
  }
}

/** Adds a passkey to the person's account. The reply is that of the call which was refused, or of the last one. */
export async function addPasskey(
  { client }: Pick<SignedUp, 'client'>,
  answer?: AnswerOptions,
  authenticator = new SoftAuthenticator(),
): Promise<{ authenticator: SoftAuthenticator; reply: TestReply }> {
  const options = await client.post('/passkeys/options');
  if (options.status !== 200) return { authenticator, reply: options };
  const response = authenticator.create(options.body, answer);
  return { authenticator, reply: await client.post('/passkeys', { response, name: 'Laptop' }) };
}

export async function logInByPasskey(
  client: TestClient,
  authenticator: SoftAuthenticator,
  answer?: AnswerOptions,
): Promise<TestReply> {
  const options = (await client.post('/login/passkey/options')).body;
  return client.post('/login/passkey', { response: authenticator.get(options, answer) });
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
