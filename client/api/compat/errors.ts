import { isRecord } from '#client/lib/is-record.ts';
import type { ApiError } from '#client/lib/text/api-error.ts';
import { type ErrorCode, errorStatus, isErrorCode } from '#shared/errors.ts';

// Loaded only when a call fails in a shape that is not ours, to keep it out of the entry.

const sentences: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'The server did not accept this.',
  unauthenticated: 'Your session has ended. Log in again.',
  forbidden: 'You cannot do this.',
  not_found: 'This is not available.',
  conflict: 'This has changed meanwhile.',
  email_taken: 'That email already has an account',
  already_related: 'You already have a request with this person.',
  too_large: 'This is too large.',
  rate_limited: 'Too many attempts. Wait a moment, then try again.',
  internal: 'Something went wrong on the server. Try again.',
  upstream_unreachable: 'The service is not reachable at the moment. Try again.',
  unavailable: 'The service is not available at the moment. Try again.',
  upstream_timeout: 'The service took too long to answer. Try again.',
};

/** Turns an error body that is not ours into a message to show, and the server's own words where the message is ours. */
export function normaliseError(status: number, body: unknown): ApiError {
  if (typeof body === 'string') return fromText(status, body);
  if (!isRecord(body)) return ofStatus(status);
  const words = typeof body.message === 'string' ? readable(body.message) : '';
  if (body.code === 11000) return inOurWords(status, 'email_taken', words);
  // A database driver's description of the servers it cannot reach.
  if (isRecord(body.reason) && isRecord(body.reason.servers)) return inOurWords(status, 'unavailable', words);
  if (isRecord(body.errors)) return fromValidation(status, body.errors, words);
  const { error } = body;
  return Array.isArray(error)
    ? fromList(status, error.filter((part) => typeof part === 'string').map(readable))
    : fromWords(status, typeof error === 'string' ? readable(error) : words);
}

/** The recorded upstream's texts for a missing, broken or outdated session; it never answers 401. */
const withoutSession =
  /^(?:(?:error\s*:?\s*)?pleas+e log ?in|jwt malformed|jwt expired|invalid signature|User not found|Cast to ObjectId .+ for model "User")$/i;

function fromText(status: number, text: string): ApiError {
  const words = readable(text);
  if (/\bECONN|\bENOTFOUND|timed out after/.test(words)) return inOurWords(status, 'unavailable', words);
  if (status === 400 && withoutSession.test(words)) return { ...fromWords(status, words), code: 'unauthenticated' };
  // The original upstream has no code for this failure, only this text.
  if (/connection alr\w+ exists/i.test(words)) return inOurWords(status, 'already_related', words);
  return fromWords(status, words);
}

/** The server's words as they came, where a user can act on them; otherwise our sentence, with the words as details. */
function fromWords(status: number, words: string): ApiError {
  if (words === '') return ofStatus(status);
  const plain = words.replace(/^(Error\s*:?\s*)+/i, '').replace(/^Something went wrong\s+/, '');
  const sentence = fieldSentence(plain);
  if (sentence !== undefined) return { code: codeOf(status), status, message: sentence, details: words };
  if (words.length > longest || forProgrammers.test(plain)) return inOurWords(status, codeOf(status), words);
  return { code: codeOf(status), status, message: words };
}

function fromList(status: number, parts: readonly string[]): ApiError {
  const all = parts.filter((part) => part !== '');
  const [only = ''] = all;
  if (all.length < 2) return fromWords(status, only);
  const each = all.map((part) => fromWords(status, part));
  return {
    code: codeOf(status),
    status,
    message: each.map(({ message }) => message).join('. '),
    ...(each.some(({ details }) => details !== undefined) ? { details: all.join('\n') } : {}),
  };
}

/** A schema's refusal, field by field; `words` is its summary, which quotes what the user typed. */
function fromValidation(status: number, errors: Record<string, unknown>, words: string): ApiError {
  const fields = fieldsOf(errors);
  const [first] = Object.values(fields);
  if (first === undefined) return { ...fromWords(status, words), code: 'invalid_fields', fields };
  const { message } = fromWords(status, first);
  return { code: 'invalid_fields', status, message, fields, ...(words === '' ? {} : { details: words }) };
}

/** Longer texts are rarely sentences. */
const longest = 300;
const longestDetails = 20_000;

/** Texts of a database driver or of the language, which say nothing to a user. */
const forProgrammers = /^Cast to |^Cannot read propert|^\w+Error: |\bBSON field\b|\bE11000\b/;

/** A text without its stack trace; empty for an HTML page or JSON, which users cannot read. */
function readable(text: string): string {
  if (/^\s*[<{[]/.test(text)) return '';
  return text
    .replace(/\n\s+at [\s\S]*$/, '')
    .slice(0, longestDetails)
    .trim();
}

const fieldNames: Record<string, string> = { firstName: 'First name', lastName: 'Last name', emailId: 'Email' };

/** The sentence of a schema about a field, without the value that it quotes. */
function fieldSentence(message: string): string | undefined {
  const path = /^Path `(\w+)`/.exec(message)?.[1];
  if (path === undefined) return undefined;
  const name = fieldNames[path] ?? path.charAt(0).toUpperCase() + path.slice(1);
  if (message.endsWith('is required.')) return `${name} is required.`;
  const limit = /(longer|shorter) than the (?:max|min)imum allowed length \((\d+)\)\.$/.exec(message);
  return limit ? `${name} has at ${limit[1] === 'longer' ? 'most' : 'least'} ${limit[2]} characters.` : undefined;
}

function inOurWords(status: number, code: ErrorCode, words: string): ApiError {
  const message = sentences[code] ?? 'Something went wrong. Try again.';
  return { code, status, message, ...(words === '' ? {} : { details: words }) };
}

function ofStatus(status: number): ApiError {
  return { ...inOurWords(status, codeOf(status), ''), vague: true };
}

function codeOf(status: number): ErrorCode {
  if (status === 400) return 'invalid_request';
  const found = Object.entries(errorStatus).find(([, own]) => own === status)?.[0];
  return isErrorCode(found) ? found : status >= 500 ? 'internal' : 'invalid_request';
}

function fieldsOf(errors: Record<string, unknown>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(errors)) {
    const message = isRecord(value) ? value.message : value;
    if (typeof message === 'string') fields[name] = fieldSentence(message) ?? readable(message);
  }
  return fields;
}
