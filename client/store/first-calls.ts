import type { FirstPictures } from '#client/ui/picture/first-pictures.ts';
import type { AppStore } from './make-store.ts';

/**
 * For `refetchOnMountOrArgChange` of data that are loaded again on each return, in seconds: what the route's loader has just
 * asked for is not loaded twice.
 */
export const justAsked = 5;

export interface OpenedAddress {
  /** The id that ends the path; empty without one. */
  id: string;
  query: URLSearchParams;
}

/**
 * Makes the calls whose answers a screen shows first, while its code is on its way: the screen then finds them under way or
 * answered. Resolves with the pictures that the answers name first.
 */
export type FirstCalls = (store: AppStore, address: OpenedAddress) => Promise<FirstPictures | undefined>;
