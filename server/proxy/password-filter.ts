import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** Far more than any reply to a login needs; a larger one is refused. */
export const filteredReplyLimit = 1024 * 1024;

const secretName =
  /^(?:hashed|encrypted|old|new|current)?_?(?:password|passwd|pwd|passphrase)(?:_?(?:hash|digest|salt))?$|^(?:hash|salt)$/i;
/** Modular crypt strings: bcrypt, argon2, scrypt, pbkdf2, sha-crypt. */
const hashText =
  /\$(?:2[abxy]?\$\d\d\$[./A-Za-z0-9]{20,}|(?:argon2(?:id|i|d)|scrypt|pbkdf2[a-z0-9-]*|[156])\$[^\s"'<>\\]{16,})/g;

/**
 * The body without password hashes, or undefined when it cannot be read and so must not be passed on. In a successful
 * reply every field named like a password is removed. In a failed one such a field may carry the sentence about that
 * input, so only texts that look like a hash are removed.
 */
export function withoutPasswords(
  body: Buffer,
  contentEncoding: string | undefined,
  succeeded: boolean,
): Buffer | undefined {
  try {
    return cleanedBody(body, contentEncoding, succeeded);
  } catch {
    // JSON that is nested too deep to be walked: some thousand levels, which no honest upstream sends.
    return undefined;
  }
}

function cleanedBody(body: Buffer, contentEncoding: string | undefined, succeeded: boolean): Buffer | undefined {
  const plain = decoded(body, contentEncoding);
  if (plain === undefined) return undefined;
  // Without the byte order mark, as browsers read it.
  const text = new TextDecoder().decode(plain);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const cleaned = text.replace(hashText, '');
    return cleaned === text ? plain : Buffer.from(cleaned);
  }
  if (!succeeded && text.search(hashText) === -1) return plain;
  return Buffer.from(JSON.stringify(cleanedValue(value, succeeded)) ?? '');
}

function cleanedValue(value: unknown, succeeded: boolean): unknown {
  if (typeof value === 'string') return value.replace(hashText, '');
  if (Array.isArray(value)) return value.map((item) => cleanedValue(item, succeeded));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !(succeeded && secretName.test(name)))
      .map(([name, item]) => [name, cleanedValue(item, succeeded)]),
  );
}

/** The upstream was asked for an unpacked reply; some pack it all the same. */
function decoded(body: Buffer, contentEncoding: string | undefined): Buffer | undefined {
  const options = { maxOutputLength: filteredReplyLimit };
  try {
    switch ((contentEncoding ?? 'identity').trim().toLowerCase()) {
      case 'identity':
      case '':
        return body;
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(body, options);
      case 'deflate':
        return inflateSync(body, options);
      case 'br':
        return brotliDecompressSync(body, options);
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
}
