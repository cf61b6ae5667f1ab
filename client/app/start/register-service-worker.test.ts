import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { registerServiceWorker } from './register-service-worker.ts';

const register = vi.fn(async () => Promise.reject(new DOMException('Not in a private window', 'SecurityError')));

beforeEach(() => {
  register.mockClear();
  vi.stubGlobal('navigator', { serviceWorker: { register } });
});
afterEach(() => vi.unstubAllGlobals());

it('ignores a refusal', () => {
  registerServiceWorker(true);
  expect(register).toHaveBeenCalledExactlyOnceWith('/sw.js');
});

it('does nothing where the client is not built, or the browser knows no workers', () => {
  registerServiceWorker(false);
  vi.stubGlobal('navigator', {});
  registerServiceWorker(true);
  expect(register).not.toHaveBeenCalled();
});
