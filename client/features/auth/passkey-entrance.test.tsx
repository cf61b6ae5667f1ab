import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { makeStore } from '#client/state/make-store.ts';
import { fakeApi } from '#client/test-api.ts';
import { usePasskeyLogin } from './passkey-entrance.tsx';

const browser = vi.hoisted(() => ({
  supports: vi.fn<() => Promise<boolean>>(),
  start: vi.fn<() => Promise<never>>(),
  cancel: vi.fn<() => void>(),
}));
vi.mock('@simplewebauthn/browser', () => ({
  browserSupportsWebAuthnAutofill: browser.supports,
  startAuthentication: browser.start,
  WebAuthnAbortService: { cancelCeremony: browser.cancel },
  WebAuthnError: class extends Error {},
}));

beforeEach(() => {
  browser.start.mockReset().mockImplementation(() => new Promise(() => undefined));
  browser.supports.mockReset().mockResolvedValue(true);
});

const setup = () => {
  const store = makeStore();
  return renderHook(usePasskeyLogin, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <Provider store={store}>
        <MemoryRouter>{children}</MemoryRouter>
      </Provider>
    ),
  });
};

it.each(['the browser', 'the upstream'])(
  'offers no passkey after the login was left, while %s is still being asked',
  async (asked) => {
    vi.useFakeTimers();
    const supports = Promise.withResolvers<boolean>();
    const options = Promise.withResolvers<{ body: unknown }>();
    if (asked === 'the browser') browser.supports.mockReturnValue(supports.promise);
    const api = fakeApi().on('POST login/passkey/options', () => options.promise);
    const { unmount } = setup();
    await vi.advanceTimersByTimeAsync(10);
    expect(api.count('POST login/passkey/options')).toBe(asked === 'the upstream' ? 1 : 0);
    unmount();
    supports.resolve(true);
    options.resolve({ body: {} });
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(browser.start).not.toHaveBeenCalled();
    expect(api.count('POST login/passkey/options')).toBe(asked === 'the upstream' ? 1 : 0);
    expect(browser.cancel).toHaveBeenCalled();
  },
);
