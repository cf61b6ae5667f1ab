import { type ApiError, ownError } from '#client/text/api-error.ts';
import { isRecord } from '#client/text/is-record.ts';
import { type ErrorCode, errorStatus, isErrorCode } from '#shared/errors.ts';

// Loaded when an upstream that is not ours fails a call: our own shape needs none of this.

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
  upstream_invalid: 'The service answered something unreadable. Try again.',
  unavailable: 'The service is not available at the moment. Try again.',
  upstream_timeout: 'The service took too long to answer. Try again.',
};

/** Any error body that any upstream may send, as one shape with a sentence worth reading. */
export function normaliseError(status: number, body: unknown): ApiError {
  const own = ownError(status, body);
  if (own) return own;
  if (typeof body === 'string') return fromText(status, body);
  if (!isRecord(body)) return ofStatus(status);
  if (body.code === 11000) return { code: 'email_taken', status, message: sentences.email_taken ?? '' };
  // A driver's picture of the servers that it cannot reach.
  if (isRecord(body.reason) && isRecord(body.reason.servers)) {
    return { code: 'unavailable', status, message: sentences.unavailable ?? '' };
  }
  if (isRecord(body.errors)) {
    const fields = fieldsOf(body.errors);
    const first = Object.values(fields)[0];
    return { ...(first ? withMessage(status, first) : ofStatus(status)), code: 'invalid_fields', fields };
  }
  const error = body.error;
  if (typeof error === 'string') return withMessage(status, error);
  if (Array.isArray(error)) {
    const parts = error.filter((part) => typeof part === 'string').map((part) => fieldSentence(part) ?? part);
    return withMessage(status, parts.join('. '));
  }
  if (isRecord(error) && typeof error.message === 'string') return withMessage(status, error.message);
  if (typeof body.message === 'string') return withMessage(status, body.message);
  return ofStatus(status);
}

/** An upstream's own words are shown without its "Error: Error:" in front; a page of HTML is not. */
function fromText(status: number, text: string): ApiError {
  if (/^\s*</.test(text)) return ofStatus(status);
  if (/\bECONN|\bENOTFOUND|timed out after/.test(text)) {
    return { code: 'unavailable', status, message: sentences.unavailable ?? '' };
  }
  const error = withMessage(status, text);
  // The one text whose meaning has a code of its own at ours; its upstream has no other way to say it.
  if (/connection alr\w+ exists/i.test(text)) {
    return { ...error, code: 'already_related', message: sentences.already_related ?? error.message };
  }
  return error;
}

function withMessage(status: number, raw: string): ApiError {
  const message = raw
    .replace(/^(\s*Error\s*:)+/i, '')
    .replace(/^\s*Something went wrong\s+(?=\S)/, '')
    .trim();
  const sentence = fieldSentence(message) ?? message;
  if (sentence === '' || sentence.length > 300 || forProgrammers.test(sentence)) return ofStatus(status);
  return { code: codeOf(status), status, message: sentence };
}

/** What a database driver or the language says when something else was meant. */
const forProgrammers = /^Cast to |^Cannot read propert|\bBSON field\b|\bE11000\b/;

const fieldNames: Record<string, string> = { firstName: 'First name', lastName: 'Last name', emailId: 'Email' };

/** A schema's sentence about a field, which quotes the whole text that was too long, in fewer words. */
function fieldSentence(message: string): string | undefined {
  const path = /^Path `(\w+)`/.exec(message)?.[1];
  if (path === undefined) return undefined;
  const name = fieldNames[path] ?? path.charAt(0).toUpperCase() + path.slice(1);
  if (message.endsWith('is required.')) return `${name} is required.`;
  const limit = /(longer|shorter) than the (?:max|min)imum allowed length \((\d+)\)\.$/.exec(message);
  return limit ? `${name} has at ${limit[1] === 'longer' ? 'most' : 'least'} ${limit[2]} characters.` : undefined;
}

function ofStatus(status: number): ApiError {
  const code = codeOf(status);
  return { code, status, message: sentences[code] ?? 'Something went wrong. Try again.', vague: true };
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
    if (typeof message === 'string') fields[name] = fieldSentence(message) ?? message;
  }
  return fields;
}
