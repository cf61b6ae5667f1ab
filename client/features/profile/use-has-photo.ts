import { useIsEverybodys } from '#client/device/everybodys-pictures.ts';
import { useConnectionsQuery } from '#client/store/api/people-api.ts';
import { useAppSelector } from '#client/store/hooks.ts';
import type { OwnUser } from '#shared/api/users.ts';

/** Whether the user has chosen a picture, and does not have the one that another upstream gives to everybody. */
export function useHasPhoto({ _id: ownId, photoUrl }: OwnUser): boolean {
  const isEverybodys = useIsEverybodys(photoUrl, ownId, 2);
  const { data: connections } = useConnectionsQuery();
  const feed = useAppSelector((state) => state.feed.items);
  const requests = useAppSelector((state) => state.requests.items);
  if (!photoUrl || isEverybodys) return false;
  const others = [...(connections?.people ?? []), ...(feed ?? []), ...(requests ?? []).map((each) => each.fromUserID)];
  return !others.some((person) => person && person._id !== ownId && person.photoUrl === photoUrl);
}
