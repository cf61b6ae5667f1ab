import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Why a step was refused. */
export interface StepFailure {
  action: string;
  message: string;
  /** The upstream's state had changed before, or allows no more of it for now: trying the same again cannot work. */
  isOutdated: boolean;
}

/** The outcome of a confirmed step. */
export interface StepOutcome {
  action: string;
  /** The request that the step made, answered or withdrew. */
  requestId?: string;
  /** The decision connected the two, at once (interest on both sides) or when the other person accepted. */
  isConnected?: boolean;
  /** When it was confirmed, in milliseconds. */
  at: number;
}

/** Changes of one relation: to a person, to a project, or of an applicant to the user's project. */
export interface StepState {
  /** The step under way. Where steps are queued, the newest. */
  current?: { id: string; action: string; requestId?: string; isConnected?: boolean };
  failure?: StepFailure;
  last?: StepOutcome;
}

export type Steps = Readonly<Record<string, StepState | undefined>>;

type Begun = { key: string; id: string; action: string; requestId?: string | undefined };
/** With neither, the step was taken back before it was made. */
type Ended = { key: string; id: string } & ({ last: StepOutcome } | { failure: StepFailure } | { isTakenBack: true });

/** The user's presses that change a relation, by the name of the relation: the only place that holds them. */
const stepsSlice = createSlice({
  name: 'steps',
  initialState: {} as Record<string, StepState>,
  reducers: {
    stepBegan: (state, { payload: { key, id, action, requestId } }: PayloadAction<Begun>) => {
      const last = state[key]?.last;
      state[key] = { current: { id, action, ...(requestId !== undefined && { requestId }) }, ...(last && { last }) };
    },
    /** A newer step in the queue stays under way. The failure of a step before goes: what was withdrawn has not failed. */
    stepEnded: (state, { payload: { key, id, ...ended } }: PayloadAction<Ended>) => {
      const { current, last } = state[key] ?? {};
      const result: { last?: StepOutcome; failure?: StepFailure } = 'isTakenBack' in ended ? {} : ended;
      const isNewest = current?.id === id;
      state[key] = { ...(last && { last }), ...(!isNewest && current && { current }), ...result };
      if (result.last && isNewest && current.isConnected) result.last.isConnected = true;
    },
    /** The other person has accepted, perhaps before the answer to the request came. */
    personConnected: (state, { payload: key }: PayloadAction<string>) => {
      const { current, last } = state[key] ?? {};
      if (current) current.isConnected = true;
      if (last) last.isConnected = true;
    },
    /** When a screen opens: of one relation, or of all without a key. */
    failuresCleared: (state, { payload: only }: PayloadAction<string | undefined>) => {
      for (const [key, step] of Object.entries(state)) if (only === undefined || key === only) delete step.failure;
    },
  },
});

/** The steps of a store's state, for parts of the store that cannot name its type. */
export function stepsIn(state: unknown): Steps {
  return (state as { steps: Steps }).steps;
}

/** How long an answer may be older than a step that was confirmed: it may come from a replica of the database. */
const staleForMs = 60_000;

export interface RecentStep {
  key: string;
  action: string;
  requestId: string | undefined;
}

/** The last step of each relation, where a list that was asked for at this time may not show it yet. */
export function recentSteps(state: unknown, askedAt: number): RecentStep[] {
  return Object.entries(stepsIn(state)).flatMap(([key, step]) => {
    const { current, last } = step ?? {};
    const recent = current ?? (last && last.at >= askedAt - staleForMs ? last : undefined);
    return recent ? [{ key, action: recent.action, requestId: recent.requestId }] : [];
  });
}

export const { stepBegan, stepEnded, personConnected, failuresCleared } = stepsSlice.actions;
export const stepsReducer = stepsSlice.reducer;
