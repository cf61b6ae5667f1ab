import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AppStore, makeStore } from '#client/store/make-store.ts';
import { failuresCleared, stepsIn } from '#client/store/slices/steps-slice.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { followStep, inTurn } from './follow-step.ts';

const now = Date.UTC(2026, 0, 1);
beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => void vi.useRealTimers());

const refused = (status: number) => ({ error: { code: 'conflict', status, message: `Refused with ${status}.` } });

/** One step of `ben`, whose call ends when `answer` is settled. */
function take(
  store: AppStore,
  requestId: string,
  action: string,
  effects: { recover?: () => object | undefined } = {},
) {
  const answer = Promise.withResolvers<{ data: { id: string } }>();
  const undo = vi.fn();
  const patch = vi.fn(() => undo);
  const lifecycle = {
    dispatch: store.dispatch,
    getState: store.getState,
    requestId,
    queryFulfilled: answer.promise,
  };
  const done = followStep<{ id: string }>({ key: 'ben', action, requestId: 'r1' }, lifecycle, {
    patch,
    confirm: ({ id }) => ({ requestId: id }),
    ...effects,
  });
  return { answer, undo, patch, done };
}

const ben = (store: AppStore) => stepsIn(store.getState()).ben;

describe('a step', () => {
  it('changes the lists at once, is under way, and ends with what the upstream confirmed', async () => {
    const store = makeStore();
    const { answer, undo, patch, done } = take(store, 'one', 'interested');
    expect(patch).toHaveBeenCalledOnce();
    expect(ben(store)).toEqual({ current: { id: 'one', action: 'interested', requestId: 'r1' } });
    answer.resolve({ data: { id: 'made' } });
    await done;
    expect(ben(store)).toEqual({ last: { action: 'interested', at: now, requestId: 'made' } });
    expect(undo).not.toHaveBeenCalled();
  });

  it.each([
    [404, true],
    [409, true],
    [500, false],
  ])('that is refused with %d is taken back, with its reason and whether to try again', async (status, isOutdated) => {
    const store = makeStore();
    const first = take(store, 'one', 'interested');
    first.answer.resolve({ data: { id: 'made' } });
    await first.done;
    const { answer, undo, done } = take(store, 'two', 'withdraw');
    answer.reject(refused(status));
    await done;
    expect(undo).toHaveBeenCalledOnce();
    expect(ben(store)).toEqual({
      failure: { action: 'withdraw', message: `Refused with ${status}.`, isOutdated },
      last: { action: 'interested', at: now, requestId: 'made' },
    });
  });

  it('is kept when its failure tells that it was taken before', async () => {
    const store = makeStore();
    const { answer, undo, done } = take(store, 'one', 'interested', { recover: () => ({ isConnected: true }) });
    answer.reject(refused(409));
    await done;
    expect(undo).not.toHaveBeenCalled();
    expect(ben(store)).toEqual({ last: { action: 'interested', at: now, isConnected: true } });
  });

  it('begins without the failure of the step before it', async () => {
    const store = makeStore();
    const { answer, done } = take(store, 'one', 'interested');
    answer.reject(refused(500));
    await done;
    take(store, 'two', 'interested');
    expect(ben(store)).toEqual({ current: { id: 'two', action: 'interested', requestId: 'r1' } });
  });

  it('leaves a newer step of the queue under way when it ends', async () => {
    const store = makeStore();
    const [first, second] = [take(store, 'one', 'interested'), take(store, 'two', 'withdraw')];
    first.answer.resolve({ data: { id: 'made' } });
    await first.done;
    expect(ben(store)).toEqual({
      current: { id: 'two', action: 'withdraw', requestId: 'r1' },
      last: { action: 'interested', at: now, requestId: 'made' },
    });
    second.answer.reject(refused(500));
    await second.done;
    expect(ben(store)).toMatchObject({ failure: { action: 'withdraw' }, last: { action: 'interested' } });
    expect(ben(store)).not.toHaveProperty('current');
  });
});

describe('clearing failures', () => {
  const failure = { action: 'accept', message: 'No.', isOutdated: false };
  const last = { action: 'interested', at: now };

  it('forgets the failure of one relation, or of all, and keeps the rest of their state', () => {
    const store = makeStore({ steps: { ann: { failure, last }, ben: { failure, last } } });
    store.dispatch(failuresCleared('ann'));
    expect(store.getState().steps).toEqual({ ann: { last }, ben: { failure, last } });
    store.dispatch(failuresCleared());
    expect(store.getState().steps).toEqual({ ann: { last }, ben: { last } });
  });
});

describe('inTurn', () => {
  const services = () => ({ turns: new Map<string, Promise<unknown>>() });

  it('makes calls of one key one after the other, each with the result of the one before', async () => {
    const extra = services();
    const calls: string[] = [];
    const first = Promise.withResolvers<string>();
    const one = inTurn<string>(extra, 'ben', (before) => {
      calls.push(`one after ${before}`);
      return first.promise;
    });
    const two = inTurn<string>(extra, 'ben', async (before) => {
      calls.push(`two after ${before}`);
      return 'second';
    });
    const other = inTurn<string>(extra, 'ann', async (before) => `ann after ${before}`);
    expect(await other).toBe('ann after undefined');
    expect(calls).toEqual(['one after undefined']);
    first.resolve('first');
    expect([await one, await two]).toEqual(['first', 'second']);
    expect(calls).toEqual(['one after undefined', 'two after first']);
  });

  it('goes on after a call that threw, and forgets a key whose calls are over', async () => {
    const extra = services();
    const one = inTurn<string>(extra, 'ben', () => Promise.reject(new Error('no network')));
    const two = inTurn<string>(extra, 'ben', async (before) => `after ${before}`);
    await expect(one).rejects.toThrow('no network');
    expect(await two).toBe('after undefined');
    await waitFor(() => expect(extra.turns.size).toBe(0));
    expect(await inTurn<string>(extra, 'ben', async (before) => `after ${before}`)).toBe('after undefined');
  });
});
