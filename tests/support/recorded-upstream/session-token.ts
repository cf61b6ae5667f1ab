import { createHmac } from 'node:crypto';

const daySeconds = 86_400;

const secret = 'recorded-signing-secret';

/** Signs the value of the `token` cookie: an HS256 JWT that lives for a day. */
export function signToken(userId: string): string {
  const iat = Math.floor(Date.now() / 1000);
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ _id: userId, iat, exp: iat + daySeconds })}`;
  return `${signed}.${signature(signed)}`;
}

/** Returns the `_id` a token carries, or throws with jsonwebtoken's message. */
export function verifyToken(token: string): unknown {
  const [header, payload, given, more] = token.split('.');
  if (header === undefined || payload === undefined || given === undefined || more !== undefined) {
    throw new Error('jwt malformed');
  }
  const claims = decode(payload);
  if (decode(header) === undefined || claims === undefined) throw new Error('invalid token');
  if (given === '') throw new Error('jwt signature is required');
  if (given !== signature(`${header}.${payload}`)) throw new Error('invalid signature');
  if (typeof claims.exp === 'number' && claims.exp <= Date.now() / 1000) throw new Error('jwt expired');
  return claims._id;
}

function signature(signed: string): string {
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
