import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export type LiveStatus = 'off' | 'connecting' | 'online' | 'offline';

export interface LiveState {
  status: LiveStatus;
  /** Who is typing to the user, by `typingKey`. */
  typing: Record<string, boolean>;
  /** Whether each watched person is online; missing while unknown. */
  online: Record<string, boolean>;
}

const initialState: LiveState = { status: 'off', typing: {}, online: {} };

/** State that only the socket delivers. */
const liveSlice = createSlice({
  name: 'live',
  initialState,
  reducers: {
    statusChanged: (state, { payload }: PayloadAction<LiveStatus>) => {
      if (payload === 'online') state.status = payload;
      // Without a connection no event would end a peer's typing or presence.
      else return { ...initialState, status: payload };
    },
    typingChanged: (state, { payload }: PayloadAction<{ key: string; typing: boolean }>) => {
      state.typing[payload.key] = payload.typing;
    },
    presenceReceived: (state, { payload }: PayloadAction<Record<string, boolean>>) => {
      Object.assign(state.online, payload);
    },
  },
});

export const { statusChanged, typingChanged, presenceReceived } = liveSlice.actions;
export const liveReducer = liveSlice.reducer;
