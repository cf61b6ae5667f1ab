import type { Request } from 'express';
import { expect, it } from 'vitest';
import { ApiError } from '#upstream/http/api-error.ts';
import { beginSignup } from './signup-budget.ts';

const req = { ip: '192.0.2.1', get: () => undefined, headers: {}, socket: {} } as unknown as Request;

it('a sign-up that the second of its budgets refuses keeps no points', async () => {
  const held = new Set<string>();
  const limits = {
    take: async (name: string) => {
      if (name === 'signup-address') throw new ApiError('rate_limited', 'Full.');
      held.add(name);
      return { left: 1, giveBack: async () => void held.delete(name) };
    },
  };
  await expect(beginSignup({ limits } as never, req)).rejects.toThrow('Full.');
  expect([...held]).toEqual([]);
});
