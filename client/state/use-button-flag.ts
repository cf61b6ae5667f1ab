import { useLayoutEffect } from 'react';
import { useAppDispatch, useAppSelector } from './hooks.ts';
import { setHideButton, setHideEditProfileButton } from './slices/buttons-slice.ts';

const setters = { hideButton: setHideButton, hideEditProfileButton: setHideEditProfileButton };

/**
 * Sets one of the two hide-button flags while its button would be wrong on this screen, and clears it on leaving.
 * Returns whether the button is hidden: already in the drawing before the flag is set, too.
 */
export function useButtonFlag(flag: keyof typeof setters, isWrong: boolean): boolean {
  const dispatch = useAppDispatch();
  const isSet = useAppSelector((state) => state.buttons[flag]);
  useLayoutEffect(() => {
    dispatch(setters[flag](isWrong));
    return () => void dispatch(setters[flag](false));
  }, [dispatch, flag, isWrong]);
  return isSet || isWrong;
}
