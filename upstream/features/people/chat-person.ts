import type { Db } from '#upstream/db/connection.ts';
import { visiblePeople } from '../visibility/people.ts';
import { shownName } from './shown-name.ts';

export interface ChatPerson {
  _id: string;
  firstName: string;
  lastName: string;
  photoUrl?: string;
}

/** The person as the viewer may see them, in one row: chat needs no skills. */
export async function chatPerson(db: Db, viewerId: string, userId: string): Promise<ChatPerson | undefined> {
  const row = await visiblePeople(db, viewerId).where('users.id', '=', userId).executeTakeFirst();
  return row && { _id: row.id, ...shownName(row), ...(row.photo_url && { photoUrl: row.photo_url }) };
}
