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

/**
 * Changes of one relation: to a person, to a project, or of an applicant to the user's project. `followStep` makes them;
 * the slice only holds them, because the pages before the login load it.
 */
export interface StepState {
  /** The step under way. Where steps are queued, the newest. */
  current?: { id: string; action: string; requestId?: string; isConnected?: boolean };
  failure?: StepFailure;
  last?: StepOutcome;
}

const stepsSlice = createSlice({
  name: 'steps',
  initialState: {} as Record<string, StepState>,
  reducers: {
    stepChanged: (state, { payload: { key, step } }: PayloadAction<{ key: string; step: StepState }>) => {
      state[key] = step;
    },
  },
});

export const { stepChanged } = stepsSlice.actions;
export const stepsReducer = stepsSlice.reducer;
