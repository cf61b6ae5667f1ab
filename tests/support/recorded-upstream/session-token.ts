import { createHmac } from 'node:crypto';

const daySeconds = 86_400;

/** Signs the value of the `token` cookie: an HS256 JWT that lives for a day, unless `issuedAt` is long ago. */
export function signToken(userId: string, secret: string, issuedAt = Date.now()): string {
  const iat = Math.floor(issuedAt / 1000);
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ _id: userId, iat, exp: iat + daySeconds })}`;
  return `${signed}.${signature(signed, secret)}`;
}

/** Returns the `_id` a token carries, or throws with jsonwebtoken's message. */
export function verifyToken(token: string, secret: string | null): unknown {
  const [header, payload, given, more] = token.split('.');
  if (header === undefined || payload === undefined || given === undefined || more !== undefined) {
    throw new Error('jwt malformed');
  }
  const claims = decode(payload);
  if (decode(header) === undefined || claims === undefined) throw new Error('invalid token');
  if (given === '') throw new Error('jwt signature is required');
  if (!secret) throw new Error('secret or public key must be provided');
  if (given !== signature(`${header}.${payload}`, secret)) throw new Error('invalid signature');
  if (typeof claims.exp === 'number' && claims.exp <= Date.now() / 1000) throw new Error('jwt expired');
  return claims._id;
}

function signature(signed: string, secret: string): string {
  return createHmac('sha256', secret).update(signed).digest('base64url');
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
