import { z } from 'zod';
import { ApiError, invalidFields, invalidParameter } from './api-error.ts';

/**
 * A body that is not an object, or that has an unknown key, is an `invalid_request` (400). A known field that is
 * missing, has the wrong type or breaks its rule is `invalid_fields` (422), with a sentence per field.
 */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ApiError('invalid_request', 'The body must be a JSON object.');
  refuseUnknownKeys(schema, body);
  if (hasTooManyParts(body)) throw new ApiError('invalid_request', 'The body has more parts than any call takes.');
  const parsed = schema.safeParse(body, { error: sentenceOf });
  if (!parsed.success) {
    const unknown = parsed.error.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
    if (unknown.length > 0) throw unknownKeys(unknown);
    throw invalidFields(sentences(parsed.error));
  }
  const field = Object.entries(parsed.data as object).find(([, value]) => holdsNul(value))?.[0];
  if (field !== undefined) throw invalidFields({ [field]: 'This holds a character that cannot be stored.' });
  return parsed.data;
}

/** Query strings: unknown parameters are ignored; an invalid known one is an `invalid_request`. */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, query: unknown): z.output<Schema> {
  const parsed = schema.safeParse(query, { error: sentenceOf });
  if (!parsed.success) throw invalidParameter(sentences(parsed.error));
  if (holdsNul(query)) throw new ApiError('invalid_request', 'The address holds a character that is not allowed.');
  return parsed.data;
}

/**
 * Before the validator looks at the body: it would take every key of an object that has thousands. `__proto__` is never a
 * valid field, and the validator may drop it without an error.
 */
function refuseUnknownKeys(schema: z.ZodType, body: object): void {
  if (Object.hasOwn(body, '__proto__')) throw unknownKeys(['__proto__']);
  if (!(schema instanceof z.ZodObject) || schema.def.catchall?._zod.def.type !== 'never') return;
  const unknown: string[] = [];
  for (const key in body) {
    if (Object.hasOwn(schema.shape, key)) continue;
    unknown.push(key);
    if (unknown.length === mostNamed) break;
  }
  if (unknown.length > 0) throw unknownKeys(unknown);
}

/** The longest list that a call or an event takes has 500 entries. */
const mostParts = 1000;

/** Whether a value has more fields and entries, at all depths, than any call or event takes: the validator would look at each. */
export function hasTooManyParts(value: unknown): boolean {
  let parts = 0;
  const exceeds = (part: unknown): boolean => {
    if (typeof part !== 'object' || part === null) return false;
    for (const key in part) {
      parts += 1;
      if (parts > mostParts || exceeds((part as Record<string, unknown>)[key])) return true;
    }
    return false;
  };
  return exceeds(value);
}

/** How many unknown keys an answer names. */
const mostNamed = 5;

function unknownKeys(keys: readonly string[]): ApiError {
  const named = keys.slice(0, mostNamed);
  const shown = named.map((key) => JSON.stringify(key.slice(0, 60)));
  return new ApiError('invalid_request', `Not known here: ${shown.join(', ')}. Nothing was changed.`, {
    fields: Object.fromEntries(named.map((key) => [key.slice(0, 60), 'This field is not known.'])),
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

/** The sentence for a field whose schema names none of its own. Zod asks for it, and prefers the schema's. */
export const sentenceOf: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return 'This is missing or of the wrong type.';
    case 'invalid_value':
      return `This must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}.`;
    case 'too_big':
      return `This is too ${issue.origin === 'string' ? 'long' : 'large'}: at most ${amount(issue.origin, issue.maximum)}.`;
    case 'too_small':
      return `This is too ${issue.origin === 'string' ? 'short' : 'small'}: at least ${amount(issue.origin, issue.minimum)}.`;
    default:
      return 'This is not written as expected.';
  }
};

function amount(origin: string, size: number | bigint): string {
  const unit = { string: 'character', array: 'entry', set: 'entry' }[origin];
  if (unit === undefined) return String(size);
  if (Number(size) === 1) return `1 ${unit}`;
  return `${size} ${unit === 'entry' ? 'entries' : `${unit}s`}`;
}
