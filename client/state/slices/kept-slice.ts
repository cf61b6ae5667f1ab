import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Which answers on screen are copies that this browser has kept, by cache key: when each was answered, in milliseconds. */
const keptSlice = createSlice({
  name: 'kept',
  initialState: {} as Record<string, number>,
  reducers: {
    keptShown: (state, { payload: { key, at } }: PayloadAction<{ key: string; at: number }>) => {
      state[key] = at;
    },
    keptReplaced: (state, { payload: key }: PayloadAction<string>) => {
      delete state[key];
    },
  },
});

/** Removes every copy of what was seen until now. */
export const forgetKept = createAction('kept/forget');

/** Removes every copy in which a person appears, who is named by id. */
export const forgetKeptAbout = createAction<string>('kept/forgetAbout');

export const { keptShown, keptReplaced } = keptSlice.actions;
export const keptReducer = keptSlice.reducer;
