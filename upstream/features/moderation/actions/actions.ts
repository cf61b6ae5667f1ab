import type { CaseActionKind } from '#shared/api/moderation.ts';
import { standing } from '../case-log.ts';
import type { CaseState } from '../case-state.ts';
import type { CaseAction } from './action.ts';
import { erase } from './erase.ts';
import { hide } from './hide.ts';
import { hideNameAction } from './hide-name.ts';
import { suspend } from './suspend.ts';
import { warn } from './warn.ts';

/** Those that do something to the person or the thing. */
export const caseActions: Readonly<Record<Exclude<CaseActionKind, 'dismiss' | 'undo'>, CaseAction>> = {
  hide,
  'hide-name': hideNameAction,
  warn,
  suspend,
  erase,
};

const kinds: readonly CaseActionKind[] = ['dismiss', 'hide', 'hide-name', 'warn', 'suspend', 'erase', 'undo'];

/** Why an action cannot be done now; undefined for one that can. */
export function whyNot(action: CaseActionKind, state: CaseState): string | undefined {
  if (action === 'dismiss') return state.row.closed_at === null ? undefined : 'This case is closed.';
  if (action !== 'undo') return caseActions[action].mayNot(state);
  const [last] = standing(state.log);
  if (last === undefined) return 'There is nothing to take back.';
  return isOfThing(last.action) ? caseActions[last.action].undo.mayNot?.(state, last) : undefined;
}

export function allowedActions(state: CaseState): CaseActionKind[] {
  return kinds.filter((action) => whyNot(action, state) === undefined);
}

export function isOfThing(action: string): action is keyof typeof caseActions {
  return Object.hasOwn(caseActions, action);
}
