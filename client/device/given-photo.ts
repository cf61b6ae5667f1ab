import { textOrEmpty } from './schemas.ts';
import { storedValue } from './stored-value.ts';
import { userKey } from './user-storage.ts';

/** The address of the photo that the upstream itself gave to a new user; empty where it gave none. */
export function givenPhoto(userId: string) {
  return storedValue(userKey(userId, 'given-photo'), textOrEmpty);
}
