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
    setUser: (state, { payload }: PayloadAction<OwnUser>) => {
      state.user = payload;
      state.authenticated = true;
    },
    /** The profile load has no answer: the user whose copies this browser keeps stands in. */
    showKeptUser: (state, { payload }: PayloadAction<OwnUser>) => {
      state.user = payload;
      state.authenticated = true;
    },
    removeUser: (state) => {
      state.user = null;
      state.authenticated = false;
    },
  },
});

/** The auth state of this store's state, for parts of the store that cannot name its type. */
export function authIn(state: unknown): AuthState {
  return (state as { auth: AuthState }).auth;
}

export function ownIn(state: unknown): OwnUser | null {
  return authIn(state).user;
}

export const { setUser, showKeptUser, removeUser } = authSlice.actions;
export const authReducer = authSlice.reducer;
