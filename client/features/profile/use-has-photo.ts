import { givenPhoto } from '#client/device/given-photo.ts';
import { useStoredValue } from '#client/device/stored-value.ts';
import { useConnectionsQuery } from '#client/store/api/people-api.ts';
import { useAppSelector } from '#client/store/hooks.ts';
import type { OwnUser } from '#shared/api/users.ts';

/**
 * Whether the user has chosen a picture. Another upstream gives every new user the same placeholder: this browser
 * remembers it from the sign-up, and elsewhere it is known by other people who have the very same one.
 */
export function useHasPhoto({ _id: ownId, photoUrl }: OwnUser): boolean {
  const given = useStoredValue(givenPhoto(ownId));
  const { data: connections } = useConnectionsQuery();
  const feed = useAppSelector((state) => state.feed.items);
  const requests = useAppSelector((state) => state.requests.items);
  if (!photoUrl || photoUrl === given) return false;
  const others = [...(connections?.people ?? []), ...(feed ?? []), ...(requests ?? []).map((each) => each.fromUserID)];
  return !others.some((person) => person && person._id !== ownId && person.photoUrl === photoUrl);
}
