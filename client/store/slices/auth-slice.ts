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
    /** Merges into the same user: login returns the whole user, a profile load of another upstream only some fields. */
    setUser: (state, { payload }: PayloadAction<OwnUser>) => {
      state.user = state.user?._id === payload._id ? { ...state.user, ...payload } : payload;
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
