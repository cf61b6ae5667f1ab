import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { removeUser } from '../auth-slice.ts';

export type LiveStatus = 'off' | 'connecting' | 'online' | 'offline';

export interface LiveState {
  status: LiveStatus;
  /** Who is writing to the user, and until when to believe it (milliseconds). */
  typing: Record<string, number>;
  /** Who of the watched people is online; a missing one is not known. */
  online: Record<string, boolean>;
}

const initialState: LiveState = { status: 'off', typing: {}, online: {} };

/** What the socket knows and no call answers. */
const liveSlice = createSlice({
  name: 'live',
  initialState,
  reducers: {
    statusChanged: (state, { payload }: PayloadAction<LiveStatus>) => {
      state.status = payload;
      if (payload === 'online') return;
      // Without a connection none of it can be told to end.
      state.typing = {};
      state.online = {};
    },
    typingChanged: (state, { payload }: PayloadAction<{ userId: string; until: number | undefined }>) => {
      if (payload.until === undefined) delete state.typing[payload.userId];
      else state.typing[payload.userId] = payload.until;
    },
    presenceChanged: (state, { payload }: PayloadAction<{ userId: string; online: boolean }>) => {
      state.online[payload.userId] = payload.online;
    },
    presenceKnown: (state, { payload }: PayloadAction<{ asked: string[]; online: string[] }>) => {
      for (const userId of payload.asked) state.online[userId] = payload.online.includes(userId);
    },
  },
  extraReducers: (builder) => {
    builder.addCase(removeUser, () => initialState);
  },
});

export const { statusChanged, typingChanged, presenceChanged, presenceKnown } = liveSlice.actions;
export const liveReducer = liveSlice.reducer;
