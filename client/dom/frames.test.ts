import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterFrame } from './frames.tsx';

let drawFrame: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => {
    drawFrame = draw;
    return 1;
  });
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('runs a task once, after the frame', () => {
  const task = vi.fn();
  afterFrame(task);
  drawFrame();
  expect(task).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(task).toHaveBeenCalledOnce();
  window.dispatchEvent(new Event('keydown'));
  expect(task).toHaveBeenCalledOnce();
});

it('runs it in a page that draws no frames', () => {
  const task = vi.fn();
  afterFrame(task);
  vi.advanceTimersByTime(200);
  expect(task).toHaveBeenCalledOnce();
});

it('runs it before the handlers of the next key', () => {
  const order: string[] = [];
  afterFrame(() => order.push('task'));
  document.addEventListener('keydown', () => order.push('key'), { once: true });
  document.body.dispatchEvent(new Event('keydown', { bubbles: true }));
  vi.runAllTimers();
  expect(order).toEqual(['task', 'key']);
});
