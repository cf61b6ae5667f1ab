import { nameSkeleton } from './name-skeleton.ts';

/** The name that others see in place of one that a moderator has hidden. */
export const hiddenName = { firstName: 'Hidden', lastName: 'name' } as const;

export interface NameRow {
  first_name: string;
  last_name: string;
  /** The name that a moderator has hidden, as `nameKey` writes it; empty for none. */
  hidden_name: string;
}

/** The key by which a hidden name is recognised: the same name in other letters stays hidden, another name shows. */
export function nameKey({ first_name, last_name }: Pick<NameRow, 'first_name' | 'last_name'>): string {
  return nameSkeleton(`${first_name} ${last_name}`);
}

export function isNameHidden(row: NameRow): boolean {
  return row.hidden_name !== '' && row.hidden_name === nameKey(row);
}

/** The name as everybody but its owner and moderators reads it. */
export function shownName(row: NameRow): { firstName: string; lastName: string } {
  return isNameHidden(row) ? hiddenName : { firstName: row.first_name, lastName: row.last_name };
}
