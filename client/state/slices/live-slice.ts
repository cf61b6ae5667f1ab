import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export type LiveStatus = 'off' | 'connecting' | 'online' | 'offline';

export interface LiveState {
  status: LiveStatus;
  /** The people who are typing to the user, by `typingKey`. */
  typing: Record<string, boolean>;
  /** Whether each watched person is online; missing while unknown. */
  online: Record<string, boolean>;
  /** When people have accepted the user's request while this page was open, in milliseconds. */
  connected: Record<string, number>;
}

const initialState: LiveState = { status: 'off', typing: {}, online: {}, connected: {} };

/** State that only the socket delivers. */
const liveSlice = createSlice({
  name: 'live',
  initialState,
  reducers: {
    statusChanged: (state, { payload }: PayloadAction<LiveStatus>) => {
      if (payload === 'online') state.status = payload;
      // Without a connection no event would end a peer's typing or presence.
      else return { ...initialState, connected: state.connected, status: payload };
    },
    typingChanged: (state, { payload }: PayloadAction<{ key: string; typing: boolean }>) => {
      state.typing[payload.key] = payload.typing;
    },
    presenceReceived: (state, { payload }: PayloadAction<Record<string, boolean>>) => {
      Object.assign(state.online, payload);
    },
    personConnected: {
      prepare: (id: string) => ({ payload: id, meta: { at: Date.now() } }),
      reducer: (state, { payload, meta }: PayloadAction<string, string, { at: number }>) => {
        state.connected[payload] = meta.at;
      },
    },
  },
});

export const { statusChanged, typingChanged, presenceReceived, personConnected } = liveSlice.actions;
export const liveReducer = liveSlice.reducer;
