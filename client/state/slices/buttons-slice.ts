import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Two flags: one hides a person's action button, one hides the edit-profile button. */
const buttonsSlice = createSlice({
  name: 'buttons',
  initialState: { hideButton: false, hideEditProfileButton: false },
  reducers: {
    setHideButton: (state, { payload }: PayloadAction<boolean>) => {
      state.hideButton = payload;
    },
    setHideEditProfileButton: (state, { payload }: PayloadAction<boolean>) => {
      state.hideEditProfileButton = payload;
    },
  },
});

export const { setHideButton, setHideEditProfileButton } = buttonsSlice.actions;
export const buttonsReducer = buttonsSlice.reducer;
