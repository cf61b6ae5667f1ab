import { loadOwnUser } from '#client/store/api/auth-api.ts';
import type { AppStore } from '#client/store/make-store.ts';

type ProfileLoad = ReturnType<ReturnType<typeof loadOwnUser>>;

const handedOver = new WeakMap<AppStore, ProfileLoad>();

/** Leaves a load under way to the loading gate, so that the profile is not asked for twice. */
export function handOverProfileLoad(store: AppStore, load: ProfileLoad): void {
  handedOver.set(store, load);
}

/** The load that was handed over, once; then a new one. */
export function nextProfileLoad(store: AppStore): ProfileLoad {
  const load = handedOver.get(store) ?? store.dispatch(loadOwnUser());
  handedOver.delete(store);
  return load;
}
