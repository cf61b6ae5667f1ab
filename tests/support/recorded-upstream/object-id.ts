import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';

export function newObjectId(): string {
  const seconds = Math.floor(Date.now() / 1000)
    .toString(16)
    .padStart(8, '0');
  return seconds + randomBytes(8).toString('hex');
}

/** Reads an id as mongoose does: 24 hex digits of either case; anything else throws its cast error. */
export function castObjectId(value: unknown, model: string): string {
  if (typeof value === 'string' && /^[0-9a-f]{24}$/i.test(value)) return value.toLowerCase();
  throw new Error(castMessage('ObjectId', value, '_id', model));
}

export function castMessage(kind: string, value: unknown, path: string, model?: string): string {
  const shown = typeof value === 'string' ? value : inspect(value);
  const type = typeof value === 'object' && value !== null ? value.constructor.name : typeof value;
  const onModel = model === undefined ? '' : ` for model "${model}"`;
  return `Cast to ${kind} failed for value "${shown}" (type ${type}) at path "${path}"${onModel}`;
}

/** A string field as mongoose casts it: numbers and booleans become text, objects are refused. */
export function castString(value: unknown, path: string, model?: string): string | null {
  if (value === null) return null;
  if (typeof value === 'object') throw new Error(castMessage('string', value, path, model));
  return String(value);
}

/** A list of strings as mongoose casts it: a lone value becomes a list of one. */
export function castStrings(value: unknown, path: string): string[] | null {
  if (value === null) return null;
  const list = Array.isArray(value) ? value : [value];
  const bad = list.findIndex((item) => typeof item === 'object' && item !== null);
  if (bad !== -1) {
    const shown = inspect(Array.isArray(value) ? value : [value]);
    throw new Error(
      `Cast to [string] failed for value "${shown}" (type string) at path "${path}.${bad}" because of "CastError"`,
    );
  }
  return list.map(String);
}
