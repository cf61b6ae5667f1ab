import { useEffect } from 'react';
import { useOnline } from '#client/dom/use-online.ts';
import { useAppSelector, useAppStore } from '#client/store/hooks.ts';
import { failuresCleared } from '#client/store/slices/steps-slice.ts';
import type { InterestNote, Project } from '#shared/api/projects.ts';
import { useShowInterestMutation, useWithdrawInterestMutation } from './interest-api.ts';

/** The viewer’s relation to a project, the failure of the last step, and the two steps: asking to join, and leaving. */
export function useProjectRelation({ _id: projectId, viewer }: Pick<Project, '_id' | 'viewer'>) {
  const store = useAppStore();
  const key = `project:${projectId}`;
  const failure = useAppSelector((state) => state.steps[key]?.failure);
  const isAsking = useAppSelector((state) => state.steps[key]?.current?.action === 'ask');
  const online = useOnline();
  const [showInterest] = useShowInterestMutation();
  const [withdraw] = useWithdrawInterestMutation();
  useEffect(() => void store.dispatch(failuresCleared(key)), [store, key]);

  /** Resolves to whether the step succeeded; a second press of the same step sends nothing. */
  const take = async (action: string, call: () => PromiseLike<{ error?: unknown }>): Promise<boolean> => {
    if (store.getState().steps[key]?.current?.action === action) return false;
    return (await call()).error === undefined;
  };
  return {
    relation: viewer?.relation ?? 'none',
    /** Asking has not left this device. */
    isWaiting: isAsking && !online,
    failure: failure?.message,
    ask: (asked: InterestNote) => take('ask', () => showInterest({ projectId, ...asked })),
    leave: () => take('leave', () => withdraw({ projectId, isMember: viewer?.relation === 'accepted' })),
  };
}
