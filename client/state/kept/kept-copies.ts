import { isFulfilled, isPending, isRejected, type Middleware } from '@reduxjs/toolkit';
import { baseApi } from '#client/api/base-api.ts';
import type { Kept, KeptChanges, KeptCopy } from '#client/lib/device/kept-storage.ts';
import { isKept, markKept, mayKeep } from '#client/lib/device/user-storage.ts';
import { isApiError, mayPass } from '#client/lib/text/api-error.ts';
import type { AppDispatch, AppStore, KeptCopies, RootState } from '#client/state/make-store.ts';
import { showKeptUser } from '#client/state/slices/auth-slice.ts';
import { forgetKept, forgetKeptAbout, keptReplaced, keptShown } from '#client/state/slices/kept-slice.ts';

import type { OwnUser } from '#shared/api/users.ts';
import { isRecent, newAnswers, sliceLists, withinLimits } from './kept-answers.ts';

export interface KeptStorage {
  readKept: () => Promise<Kept<OwnUser> | undefined>;
  saveKept: (changes: KeptChanges<OwnUser>) => Promise<boolean>;
  dropKept: () => Promise<void>;
}

/** Changes that follow each other are written together. */
const writeAfterMs = 1000;

/**
 * Keeps what the signed-in user sees on this device, and puts it where a call gets no answer: it fails, or the profile is
 * unanswered. A copy that is shown is marked with its age in the slice `kept` until the answer replaces it.
 */
export function createKeptCopies(open: () => Promise<KeptStorage>): KeptCopies {
  const copies = new Map<string, KeptCopy>();
  /** Answers and lists that were seen before: a change makes a new object. */
  let seen = new WeakSet<object>();
  /** Whose copies these are. */
  let owner: OwnUser | undefined;
  let isNew = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest: RootState | undefined;
  const removed = new Set<string>();

  const clear = () => {
    clearTimeout(timer);
    timer = undefined;
    copies.clear();
    removed.clear();
    seen = new WeakSet();
    isNew = true;
    if (!isKept()) return;
    markKept(false);
    void open().then(({ dropKept }) => dropKept(), ignore);
  };

  const forget = () => {
    clear();
    owner = undefined;
  };

  const write = async () => {
    clearTimeout(timer);
    timer = undefined;
    if (!latest || !owner || !mayKeep()) return;
    const changed = newAnswers(latest, seen);
    for (const copy of changed) copies.set(copy.key, copy);
    const staying = new Set(withinLimits([...copies.values()], Date.now()).map(({ key }) => key));
    for (const key of copies.keys()) if (!staying.has(key)) removed.add(key);
    for (const key of removed) copies.delete(key);
    const isOwnerKept = copies.size === 0 || (!isNew && latest.auth.user === owner);
    if (changed.length === 0 && removed.size === 0 && isOwnerKept) return;
    owner = latest.auth.user ?? owner;
    const changes = {
      user: owner,
      changed: changed.filter(({ key }) => staying.has(key)),
      removed: [...removed],
      isNew,
    };
    removed.clear();
    isNew = false;
    markKept(true);
    try {
      await (await open()).saveKept(changes);
    } catch {
      // The code of the storage did not come: nothing is kept this time.
    }
  };

  const keep = (state: RootState) => {
    latest = state;
    const user = mayKeep() && !state.session.ended ? state.auth.user : null;
    if (owner && user?._id !== owner._id) forget();
    if (user === null) {
      // Without a session the user's copies are removed, also those that an earlier page has written.
      if (state.session.profile === 'answered' || !mayKeep()) forget();
      return;
    }
    owner ??= user;
    timer ??= setTimeout(() => void write(), writeAfterMs);
  };

  const fill = (store: { dispatch: AppDispatch; getState: () => RootState }, key: string) => {
    const copy = copies.get(key);
    const query = store.getState().api.queries[key];
    if (!copy || !query || !isRecent(copy, Date.now())) return;
    const { endpointName, arg, data, at } = copy;
    const list = sliceLists[endpointName];
    // Another order of the feed empties the slice, and leaves the answer of the order before in the cache.
    const isThere = list ? list.items(store.getState()) !== null : query.data !== undefined;
    if (isThere) return;
    // Written again only once it changes: what the user decides offline is gone from the list after a reload, too.
    if (typeof data === 'object' && data !== null) seen.add(data);
    if (list) store.dispatch(list.fill(data));
    store.dispatch(baseApi.util.upsertQueryEntries([{ endpointName, arg, value: data } as never]));
    store.dispatch(keptShown({ key, at }));
  };

  const forgetAbout = (personId: string) => {
    for (const [key, copy] of copies) {
      if (!JSON.stringify(copy).includes(personId)) continue;
      copies.delete(key);
      removed.add(key);
    }
    void write();
  };

  const middleware: Middleware = (store) => (next) => (action) => {
    const { dispatch, getState } = store as { dispatch: AppDispatch; getState: () => RootState };
    if (forgetKept.match(action)) {
      clear();
      // Answers that were seen before are not written again; those from now on are.
      newAnswers(getState(), seen);
    }
    if (forgetKeptAbout.match(action)) forgetAbout(action.payload);
    if (!isCall(action)) return next(action);
    const { queryCacheKey: key } = action.meta.arg;
    if (key === undefined) return next(action);
    // The copy comes before the failure reaches the store, so that the query then has both data and an error.
    if (isRejected(action) && isApiError(action.payload) && mayPass(action.payload)) fill({ dispatch, getState }, key);
    const result = next(action);
    if (isPending(action) && isUnanswered(getState())) fill({ dispatch, getState }, key);
    if (isFulfilled(action) && key in getState().kept) dispatch(keptReplaced(key));
    return result;
  };

  const restore = async (store: AppStore) => {
    const kept = mayKeep() && isKept() ? await read(open) : undefined;
    await profileLoad(store);
    if (kept) {
      const isRecent = isRecentlyKept(kept);
      if (isRecent && !store.getState().auth.user && isUnanswered(store.getState()))
        store.dispatch(showKeptUser(kept.user));
      const { user } = store.getState().auth;
      // Not because none were read: another tab may be writing its first copies.
      if (user && (!isRecent || user._id !== kept.user._id)) forget();
      else if (user && !store.getState().session.ended) {
        for (const copy of withinLimits(kept.copies, Date.now())) copies.set(copy.key, copy);
        owner = user;
        for (const [key, query] of Object.entries(store.getState().api.queries))
          if (query?.status === 'pending' && isUnanswered(store.getState())) fill(store, key);
      }
    }
    keep(store.getState());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden' && timer !== undefined) void write();
    });
  };

  return { restore, keep, middleware };
}

/** Whether copies stand in for answers that do not come: a server that has answered the profile will answer other calls, too. */
function isUnanswered({ session }: RootState): boolean {
  return session.profile === 'unanswered';
}

async function read(open: () => Promise<KeptStorage>): Promise<Kept<OwnUser> | undefined> {
  try {
    return await (await open()).readKept();
  } catch {
    // The code of the storage did not come: the page starts without copies.
    return undefined;
  }
}

/** Without a recent copy, the user's own record is too old as well. */
function isRecentlyKept({ copies }: Kept<OwnUser>): boolean {
  return withinLimits(copies, Date.now()).length > 0;
}

/** Resolves once the load of the profile has ended, or a user has logged in. */
function profileLoad(store: AppStore): Promise<void> {
  const isKnown = () => store.getState().session.profile !== 'asking' || store.getState().auth.user !== null;
  if (isKnown()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = store.subscribe(() => {
      if (!isKnown()) return;
      stop();
      resolve();
    });
  });
}

interface Call {
  meta: { arg: { type: string; endpointName: string; queryCacheKey?: string } };
}

const isAnyStep = (action: unknown) => isPending(action) || isFulfilled(action) || isRejected(action);

/** A step of a call of RTK Query; not one that a condition has kept from being made. */
function isCall(action: unknown): action is Call {
  if (!isAnyStep(action)) return false;
  const { meta } = action as unknown as { meta: { condition?: boolean; arg?: { endpointName?: unknown } } };
  return meta.condition !== true && typeof meta.arg?.endpointName === 'string';
}

const ignore = () => undefined;
