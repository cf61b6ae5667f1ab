import { readMuted, writeMuted } from '#client/device/muted.ts';
import { textOrEmpty } from '#client/device/schemas.ts';
import { storedValue } from '#client/device/stored-value.ts';
import { userKey } from '#client/device/user-storage.ts';
import { muteApi } from '#client/store/api/mute-api.ts';
import type { AppStore } from '#client/store/make-store.ts';
import { isApiError } from '#client/text/api-error.ts';
import { fullName } from '#client/text/person.ts';

/** Whether the people whom this device had muted before the account knew of it have been handed over. */
const carriedBy = (ownId: string) => storedValue(userKey(ownId, 'muted-carried'), textOrEmpty);

/**
 * Makes this device's list of muted people that of the account: all screens read it without waiting. Once, the people
 * muted on this device alone are muted in the account first.
 */
export function followMuted(store: AppStore, ownId: string): () => void {
  let stopped = false;
  const { select, initiate } = muteApi.endpoints.muted;
  const followed = store.dispatch(initiate());
  let copied: unknown;
  /** Each answer is copied once, and none that was asked for before the last mute: that one is only here yet. */
  const copy = () => {
    const { data, startedTimeStamp = 0 } = select()(store.getState());
    if (!data || data === copied || carriedBy(ownId).read() === '' || startedTimeStamp < lastMuteAt(store)) return;
    copied = data;
    const known = readMuted(ownId);
    const wanted = data.people.map((person) => ({ _id: person._id, name: fullName(person) }));
    if (JSON.stringify(known) !== JSON.stringify(wanted)) writeMuted(ownId, wanted);
  };
  const unsubscribe = store.subscribe(copy);
  const begin = async () => {
    if (carriedBy(ownId).read() === '' && !(await carryOver(store, ownId))) return;
    carriedBy(ownId).write('yes');
    if (!stopped) copy();
  };
  void begin();
  return () => {
    stopped = true;
    unsubscribe();
    followed.unsubscribe();
  };
}

/** When the account took the last mute or its end, in milliseconds; infinite while that is under way. */
function lastMuteAt(store: AppStore): number {
  const mutes = Object.values(store.getState().api.mutations).filter((made) =>
    made?.endpointName?.endsWith('mutePerson'),
  );
  const times = mutes.map((made) => (made?.status === 'pending' ? Infinity : (made?.fulfilledTimeStamp ?? 0)));
  return Math.max(0, ...times);
}

/** False where a person could not be handed over for now: the next start tries again. */
async function carryOver(store: AppStore, ownId: string): Promise<boolean> {
  for (const person of readMuted(ownId)) {
    const { error } = await store.dispatch(muteApi.endpoints.mutePerson.initiate(person));
    // An account that is gone needs no muting.
    if (error !== undefined && !(isApiError(error) && error.status === 404)) return false;
  }
  return true;
}
