import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { makePerson } from '#client/test-support.tsx';
import type { ReceivedRequest } from '#shared/api/requests.ts';
import { useShownRequests } from './use-reviews.ts';

const requestFrom = (id: string): ReceivedRequest => ({
  _id: id,
  toUserID: 'me',
  status: 'interested',
  fromUserID: makePerson({ _id: id, firstName: id }),
  createdAt: '2026-01-01T00:00:00.000Z',
});

it('does not count an answered request as new while the list still holds it', () => {
  const list = [requestFrom('ana'), requestFrom('ben')];
  const { result, rerender } = renderHook(useShownRequests, { initialProps: list });
  act(() => result.current.forget('ana'));
  expect(result.current.shown).toEqual([list[1]]);
  expect(result.current.newer).toBe(0);
  rerender([...list, requestFrom('cem')]);
  expect(result.current.newer).toBe(1);
});
