import { expect, it } from 'vitest';
import { readCost } from './budgets.ts';

it.each([
  ['profile/export', 100],
  ['search/people?q=ann', 3],
  ['user/feed?limit=10', 3],
  ['projects', 2],
  ['profile/view', 1],
  ['user/profile/export', 1],
  ['chat/picture/0123', 0.1],
  // The upstream may read `chat/picture;x` as a conversation.
  ['chat/picture', 1],
])('reading %s costs %d', (path, points) => {
  expect(readCost(path)).toBe(points);
});
