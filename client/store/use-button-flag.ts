import { useLayoutEffect } from 'react';
import { useAppDispatch } from './hooks.ts';
import type { setHideButton, setHideEditProfileButton } from './slices/buttons-slice.ts';

/** Sets one of the two hide-button flags while its button would be wrong on this screen, and clears it on leaving. */
export function useButtonFlag(flag: typeof setHideButton | typeof setHideEditProfileButton, isWrong: boolean): void {
  const dispatch = useAppDispatch();
  useLayoutEffect(() => {
    dispatch(flag(isWrong));
    return () => void dispatch(flag(false));
  }, [dispatch, flag, isWrong]);
}
