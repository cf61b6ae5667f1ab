import type { Schema } from './stored-value.ts';

/** Keeps the items that fit, in order; anything but an array is an empty list. */
export function listOf<Item>(isItem: (value: unknown) => value is Item): Schema<readonly Item[]> {
  return (stored) => (Array.isArray(stored) ? stored.filter(isItem) : []);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isTime(value: unknown): value is string {
  return isText(value) && !Number.isNaN(Date.parse(value));
}

/** The stored text; empty for anything else. */
export function textOrEmpty(stored: unknown): string {
  return isText(stored) ? stored : '';
}
