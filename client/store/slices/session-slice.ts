import { createSlice } from '@reduxjs/toolkit';
import { setUser } from './auth-slice.ts';

/** Whether the upstream stopped knowing the session while a user was on screen: a dialog asks to log in again. */
const sessionSlice = createSlice({
  name: 'session',
  initialState: { ended: false },
  reducers: {
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

export const { sessionEnded } = sessionSlice.actions;
export const sessionReducer = sessionSlice.reducer;
