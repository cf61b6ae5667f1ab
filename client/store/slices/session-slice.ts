import { createSlice } from '@reduxjs/toolkit';
import { removeUser, setUser } from './auth-slice.ts';

/**
 * `profileAsked`: the profile load at app start was answered, or failed. `ended`: the upstream stopped knowing the session
 * while a user was on screen, so a dialog asks to log in again.
 */
const sessionSlice = createSlice({
  name: 'session',
  initialState: { ended: false, profileAsked: false },
  reducers: {
    profileAsked: (state) => {
      state.profileAsked = true;
    },
    sessionEnded: (state) => {
      state.ended = true;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(setUser, (state) => {
      state.ended = false;
    });
    // The store resets its slices with the user; the app must not wait for another profile load then.
    builder.addCase(removeUser, (state) => {
      state.profileAsked = true;
    });
  },
});

export const { profileAsked, sessionEnded } = sessionSlice.actions;
export const sessionReducer = sessionSlice.reducer;
