import { createSlice } from '@reduxjs/toolkit';
import { setUser } from './auth-slice.ts';

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
  },
});

export const { profileAsked, sessionEnded } = sessionSlice.actions;
export const sessionReducer = sessionSlice.reducer;
