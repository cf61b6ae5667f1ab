import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { registerServiceWorker } from './register-service-worker.ts';

const register = vi.fn(async () => Promise.reject(new DOMException('Not in a private window', 'SecurityError')));

beforeEach(() => {
  vi.useFakeTimers();
  register.mockClear();
  vi.stubGlobal('navigator', { serviceWorker: { register } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('waits until the browser is idle, and ignores a refusal', async () => {
  registerServiceWorker(true);
  expect(register).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(register).toHaveBeenCalledExactlyOnceWith('/sw.js');
});

it('can be cancelled', async () => {
  registerServiceWorker(true)();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(register).not.toHaveBeenCalled();
});

it('does nothing where the client is not built, or the browser knows no workers', async () => {
  registerServiceWorker(false);
  vi.stubGlobal('navigator', {});
  registerServiceWorker(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(register).not.toHaveBeenCalled();
});
