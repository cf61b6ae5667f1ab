import type { IncomingMessage, ServerResponse } from 'node:http';
import { accountKey } from '#shared/account/account-key.ts';
import { GatewayError } from './errors.ts';
import type { CallFacts } from './facts.ts';
import { peekBody } from './peek-body.ts';

/**
 * The key of the account that the body of a login names, undefined where it names none. The body stays there for the
 * proxy. Throws `unsupported_media` for bytes that the gateway and an upstream could read as different texts; the
 * headers are checked by `requirePlainJson`.
 */
export async function readAccount(
  req: IncomingMessage,
  res: ServerResponse,
  facts: CallFacts,
): Promise<string | undefined> {
  if (facts.body.kind === 'none') return undefined;
  if (facts.expectsContinue) {
    res.writeContinue();
    facts.expectsContinue = false;
  }
  const bytes = await peekBody(req, facts.bodyLimit);
  return bytes === undefined ? undefined : accountIn(plainText(bytes));
}

/** JSON in UTF-8, not compressed. Throws `unsupported_media`. */
export function requirePlainJson({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (encoding !== 'identity' || type.trim() !== 'application/json' || !isUtf8) {
    throw new GatewayError('unsupported_media', { message: 'Send JSON in UTF-8, without compression.' });
  }
}

function plainText(bytes: Buffer): string {
  try {
    // A byte order mark stays in the text, where JSON.parse refuses it.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new GatewayError('unsupported_media', { message: 'Send JSON in UTF-8, without compression.' });
  }
}

function accountIn(text: string): string | undefined {
  if (text.startsWith('\ufeff'))
    throw new GatewayError('unsupported_media', { message: 'Send JSON without a byte order mark.' });
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  const email = typeof body === 'object' && body !== null && 'emailId' in body ? body.emailId : undefined;
  return typeof email === 'string' && email.length <= 320 ? accountKey(email) : undefined;
}
