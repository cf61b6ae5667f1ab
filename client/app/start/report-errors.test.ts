import { expect, it, vi } from 'vitest';
import { reportErrors } from './report-errors.ts';

it('sends the class and the place of an error, not its message, and only the first few', async () => {
  const sent: Blob[] = [];
  const target = new EventTarget();
  reportErrors(target, (_path, body) => sent.push(body));
  const error = new TypeError('ada@mail.test is not a function');
  error.stack = 'TypeError: ada@mail.test is not a function\n  at x (https://dotcode.test/assets/index-Ab_1.js:1:234)';
  for (let i = 0; i < 10; i += 1) target.dispatchEvent(Object.assign(new Event('error'), { error }));
  expect(sent).toHaveLength(5);
  const body = await sent[0]?.text();
  expect(JSON.parse(body ?? '')).toEqual({ kind: 'error', name: 'TypeError', at: 'index-Ab_1.js:1:234', url: '/' });
});

it('reports promises that nobody caught', () => {
  const send = vi.fn();
  const target = new EventTarget();
  reportErrors(target, send);
  for (const reason of [new Error('no'), 'a word'])
    target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  expect(send).toHaveBeenCalledOnce();
});
