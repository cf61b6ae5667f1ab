import express, { type Request } from 'express';
import { hashed } from '#server/request/call.ts';
import { GatewayError } from '#server/request/errors.ts';
import type { ApiCall, GatewayResponse } from '#server/request/facts.ts';
import { accountKey } from '#shared/account/account-key.ts';

const refusal = { message: 'Send JSON in UTF-8, without compression.' };

/** JSON in UTF-8, not compressed: everybody who reads such a body must read the same. Throws `unsupported_media`. */
export function requirePlainJson({ headers }: Pick<Request, 'headers'>): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (encoding !== 'identity' || type.trim() !== 'application/json' || !isUtf8)
    throw new GatewayError('unsupported_media', refusal);
}

/** Enough for any email and password; a longer body could hide the account. */
const parse = express.json({ limit: '16kb', inflate: false });

/**
 * The key of the account that the body of a login names, undefined where it names none. The body is parsed into `req.body`,
 * and http-proxy-middleware hands exactly that on (`fixRequestBody`).
 */
export async function readAccount(req: Request, res: GatewayResponse, call: ApiCall): Promise<string | undefined> {
  if (call.body.kind === 'none') return undefined;
  if (call.expectsContinue) res.writeContinue();
  call.expectsContinue = false;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  parse(req, res, resolve);
  const error = (await promise) as { status?: number } | undefined;
  if (error !== undefined) throw new GatewayError(error.status === 413 ? 'too_large' : 'malformed_json');
  const { emailId } = (req.body ?? {}) as { emailId?: unknown };
  return typeof emailId === 'string' && emailId.length <= 320 ? hashed(accountKey(emailId)) : undefined;
}
