import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False in markup that was drawn at build, until React has taken it over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
