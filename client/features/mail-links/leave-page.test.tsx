import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { type FakeApi, fakeApi, installBrowserParts, renderApp } from '#client/test-support.tsx';

installBrowserParts();

let api: FakeApi;

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // As an upstream that erases at once by now: the account was leaving before.
  api = fakeApi()
    .on('GET profile/view', { status: 401, body: { code: 'unauthenticated', message: 'Log in first.' } })
    .on('GET capabilities', { body: { capabilities: ['account'] } })
    .on('POST leaving/return', { body: { message: 'Back.' } });
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const press = async (user: { click: (element: Element) => Promise<void> }) =>
  user.click(await screen.findByRole('button', { name: 'Come back' }));

it('the link of a mail brings an account back by the button alone, and its token leaves the address', async () => {
  const { user, router } = renderApp(`/leave#${'a'.repeat(43)}`);
  await heading('Come back?');
  expect(api.count('POST leaving/return')).toBe(0);
  await press(user);
  await heading('Welcome back');
  expect(router.state.location.hash).toBe('');
  await router.navigate(`/leave#${'b'.repeat(43)}`);
  await heading('Come back?');
  await press(user);
  await heading('Welcome back');
  const sent = api.calls.filter(({ call }) => call === 'POST leaving/return').map(({ body }) => body);
  expect(sent).toEqual([{ token: 'a'.repeat(43) }, { token: 'b'.repeat(43) }]);
});

it('a link that was used says so, and one that is cut off sends nothing', async () => {
  api.on('POST leaving/return', {
    status: 422,
    body: { code: 'invalid_fields', message: 'No.', fields: { token: 'This link was used already.' } },
  });
  const { user, router } = renderApp(`/leave#${'a'.repeat(43)}`);
  await press(user);
  await screen.findByText('This link was used already.');
  await router.navigate('/leave');
  await screen.findByText(/^This link is not complete/);
  expect(api.count('POST leaving/return')).toBe(1);
});
