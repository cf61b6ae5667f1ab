import { useDispatch, useSelector, useStore } from 'react-redux';
import type { OwnUser } from '#shared/api/users.ts';
import type { AppDispatch, AppStore, RootState } from './make-store.ts';

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
export const useAppStore = useStore.withTypes<AppStore>();

/** The signed-in user. For screens behind the guard: there it is never missing. */
export function useOwnUser(): OwnUser {
  const user = useAppSelector((state) => state.auth.user);
  if (!user) throw new Error('This screen needs a user: it belongs behind the guard.');
  return user;
}
