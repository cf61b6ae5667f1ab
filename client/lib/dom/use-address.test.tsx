import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useTyped } from './use-address.ts';

beforeEach(() => void vi.useFakeTimers());

/** A box beside an address that changes only when the test says so, as behind a slow navigation. */
function open() {
  const written: string[] = [];
  const hook = renderHook(({ inAddress }) => useTyped(inAddress, (text) => written.push(text)), {
    initialProps: { inAddress: '' },
  });
  const type = (text: string) => act(() => hook.result.current.setText(text));
  const arrive = (inAddress: string) => hook.rerender({ inAddress });
  return { written, type, arrive, box: () => hook.result.current };
}

it('stays empty when it is emptied while the text before is on its way into the address', () => {
  const { written, type, arrive, box } = open();
  type('zed');
  act(() => vi.runAllTimers());
  act(() => box().commit(''));
  arrive('zed');
  arrive('');
  expect([written, box().text]).toEqual([['zed', ''], '']);
});

it('follows an address that changes by other means', () => {
  const { arrive, box } = open();
  arrive('from a link');
  expect(box().text).toBe('from a link');
});
