import { textOrEmpty } from './schemas.ts';
import { storedValue } from './stored-value.ts';
import { userKey } from './user-storage.ts';

/** The address of the picture that an upstream gave to a new user who had chosen none; empty where it gave none. */
export function givenPhoto(userId: string) {
  return storedValue(userKey(userId, 'given-photo'), textOrEmpty);
}
