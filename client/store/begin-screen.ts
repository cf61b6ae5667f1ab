import type { AppStore } from './make-store.ts';

/**
 * For `refetchOnMountOrArgChange` of data that are loaded again on each return, in seconds: what `begin` has just loaded is
 * not loaded twice.
 */
export const justBegun = 5;

export interface OpenedAddress {
  /** The id that ends the path; empty without one. */
  id: string;
  query: URLSearchParams;
}

/**
 * Loads what a screen shows first, before it is drawn as the first of its page. After `signal` is aborted it is drawn, and
 * loads its data itself: then nothing may be stored any more.
 */
export type BeginScreen = (store: AppStore, address: OpenedAddress, signal: AbortSignal) => Promise<unknown>;
