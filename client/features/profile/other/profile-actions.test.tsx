import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type FakeApi, fakeApi, installBrowserParts, makePerson, renderApp } from '#client/test-support.tsx';

installBrowserParts();

const ben = makePerson({ _id: 'ben', firstName: 'Ben', lastName: 'Okoro' });
const list = (...data: unknown[]) => ({ body: { message: '', data } });

async function ask(change: (api: FakeApi) => void) {
  HTMLElement.prototype.showPopover ??= () => undefined;
  HTMLElement.prototype.hidePopover ??= () => undefined;
  const api = fakeApi()
    .on('GET profile/view', { body: makePerson({ _id: 'me', firstName: 'Demo' }) })
    .on('GET capabilities', { body: { capabilities: ['connections.remove', 'requests.sent'] } })
    .on('GET user/request/received', list())
    .on('GET user/request/sent', list())
    .on('GET user/connections', list(ben))
    .on('GET profile/ben', { body: { user: { ...ben, viewer: { relation: 'connected' } }, message: '' } })
    .on('GET myprojects/ben', { body: { message: '', project: [] } });
  change(api);
  const { user } = renderApp('/profile/ben');
  await screen.findByRole('link', { name: 'Message' });
  await user.click(screen.getByRole('button', { name: 'More about Ben' }));
  await user.click(screen.getByText('Remove connection'));
  const dialog = await screen.findByRole('dialog', { name: 'Remove Ben from your connections?' });
  return { api, user, dialog, remove: within(dialog).getByRole('button', { name: 'Remove' }) };
}

it('a connection is removed by one call, after a question that keeps it by default', async () => {
  const { api, user, remove } = await ask((before) =>
    before.on('DELETE user/connections/ben', () => {
      before.on('GET profile/ben', { body: { user: { ...ben, viewer: { relation: 'none' } }, message: '' } });
      return { body: {} };
    }),
  );
  expect(document.activeElement?.textContent).toBe('Keep');
  await user.dblClick(remove);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.count('DELETE user/connections/ben')).toBe(1);
  await screen.findByRole('button', { name: 'Interested' });
});

it('a connection that could not be removed is still one', async () => {
  const { api, user, dialog, remove } = await ask((before) =>
    before.on('DELETE user/connections/ben', { status: 503, body: { code: 'unavailable', message: 'Busy.' } }),
  );
  await user.click(remove);
  await waitFor(() => expect(api.count('DELETE user/connections/ben')).toBe(1));
  await user.click(within(dialog).getByRole('button', { name: 'Keep' }));
  expect(screen.queryByRole('link', { name: 'Message' })).not.toBeNull();
});
