import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { removeUser, setUser } from './auth-slice.ts';

/** How the profile load at app start stands. Unanswered, it is repeated; stopped, the user is not waiting for it. */
export type ProfileLoad = 'asking' | 'answered' | 'unanswered' | 'stopped';

/**
 * `ended`: the upstream stopped knowing the session while a user was on screen, so a dialog asks to log in again.
 * `unansweredSince`: when the load first had no answer, in milliseconds, while it has none.
 * `isPrerendered`: the page came pre-rendered, for a visitor without a session, and is shown while the profile is loaded.
 */
const initialState = {
  ...{ ended: false, profile: 'asking' as ProfileLoad, isPrerendered: false },
  unansweredSince: undefined as number | undefined,
};

/** The session's state on a pre-rendered page. */
export const prerenderedSession: typeof initialState = { ...initialState, isPrerendered: true };

const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    profileLoaded: {
      prepare: (profile: ProfileLoad) => ({ payload: { profile, at: Date.now() } }),
      reducer: (state, { payload: { profile, at } }: PayloadAction<{ profile: ProfileLoad; at: number }>) => {
        state.profile = profile;
        state.unansweredSince = profile === 'answered' ? undefined : (state.unansweredSince ?? at);
      },
    },
    sessionEnded: (state) => {
      state.ended = true;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(setUser, (state) => {
      state.ended = false;
      state.profile = 'answered';
      state.unansweredSince = undefined;
    });
    // The store resets its slices with the user; the app must not wait for another profile load then.
    builder.addCase(removeUser, (state) => {
      state.profile = 'answered';
      state.unansweredSince = undefined;
    });
  },
});

export const { profileLoaded, sessionEnded } = sessionSlice.actions;
export const sessionReducer = sessionSlice.reducer;
