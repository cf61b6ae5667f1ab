import type { z } from 'zod';
import { ApiError, invalidFields } from './api-error.ts';
import { sentenceOf } from './issue-sentence.ts';

/**
 * A body that is not an object, or that has an unknown key, is an `invalid_request` (400). A known field that is
 * missing, has the wrong type or breaks its rule is `invalid_fields` (422), with a sentence per field.
 */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ApiError('invalid_request', 'The body must be a JSON object.');
  refuseOddKeys(body);
  const parsed = schema.safeParse(body, { error: sentenceOf });
  if (!parsed.success) {
    const unknown = parsed.error.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
    if (unknown.length > 0) throw unknownKeys(unknown);
    throw invalidFields(sentences(parsed.error));
  }
  const field = Object.entries(body).find(([, value]) => holdsNul(value))?.[0];
  if (field !== undefined) throw invalidFields({ [field]: 'This holds a character that cannot be stored.' });
  return parsed.data;
}

/** Query strings: unknown parameters are ignored; an invalid known one is an `invalid_request`. */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, query: unknown): z.output<Schema> {
  const parsed = schema.safeParse(query, { error: sentenceOf });
  if (!parsed.success)
    throw new ApiError('invalid_request', 'The address has a parameter that is not right.', {
      fields: sentences(parsed.error),
    });
  if (holdsNul(query)) throw new ApiError('invalid_request', 'The address holds a character that is not allowed.');
  return parsed.data;
}

/** `__proto__` is never a valid field, and schema validators may drop it without an error. */
function refuseOddKeys(body: object): void {
  if (Object.hasOwn(body, '__proto__')) throw unknownKeys(['__proto__']);
}

function unknownKeys(keys: readonly string[]): ApiError {
  const shown = keys.slice(0, 5).map((key) => JSON.stringify(key.slice(0, 60)));
  return new ApiError('invalid_request', `Not known here: ${shown.join(', ')}. Nothing was changed.`, {
    fields: Object.fromEntries(keys.slice(0, 5).map((key) => [key.slice(0, 60), 'This field is not known.'])),
  });
}

function sentences(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    fields[String(issue.path[0] ?? 'body')] ??= issue.message;
  }
  return fields;
}

/** PostgreSQL cannot store U+0000 in a text. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value === 'object' && value !== null) return Object.values(value).some(holdsNul);
  return false;
}
