import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { OwnUser } from '#shared/api/users.ts';

export interface AuthState {
  user: OwnUser | null;
  authenticated: boolean;
}

const initialState: AuthState = { user: null, authenticated: false };

const authSlice = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    /**
     * Merges into the same user: login returns the whole user, a profile load of another upstream only some fields. What
     * a moderator has done is in the payload as long as it counts.
     */
    setUser: (state, { payload }: PayloadAction<OwnUser>) => {
      const isSame = state.user?._id === payload._id;
      const over = { warning: undefined, hidden: undefined, hiddenName: undefined };
      state.user = isSame ? { ...state.user, ...over, ...payload } : payload;
      state.authenticated = true;
    },
    removeUser: (state) => {
      state.user = null;
      state.authenticated = false;
    },
  },
});

/** The user of this store's state, for parts of the store that cannot name its type. */
export function ownIn(state: unknown): OwnUser | null {
  return (state as { auth: AuthState }).auth.user;
}

export const { setUser, removeUser } = authSlice.actions;
export const authReducer = authSlice.reducer;
