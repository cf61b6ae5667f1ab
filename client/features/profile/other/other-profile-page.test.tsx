import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FakeApi } from '#client/test-api.ts';
import { listOf, makePerson, memberApi, projectsOf, renderApp, unavailable } from '#client/test-support.tsx';
import type { Capability } from '#shared/capabilities.ts';

const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Lima' });
const request = { _id: 'r1', fromUserID: ana, toUserID: 'me', status: 'interested', createdAt: '2026-01-01T00:00:00Z' };

const profile = (relation: string, own: object = {}) => ({
  body: { user: { ...ana, viewer: { relation, ...own } }, message: '' },
});

const network = (answer: Parameters<FakeApi['on']>[1] = profile('none'), more: Capability[] = []) =>
  memberApi(['requests.sent', ...more])
    .on('GET profile/ana', answer)
    .on('GET myprojects/ana', projectsOf());

async function openProfile(api = network()) {
  const app = renderApp('/profile/ana');
  const control = await screen.findByRole('group', { name: 'You and Ana' });
  return { api, control: within(control), ...app };
}

const never = new Promise<never>(() => undefined);

describe('the profile of somebody else', () => {
  it.each([
    ['Interested', 'POST request/interested/ana', profile('none')],
    ['Ignore', 'POST request/ignored/ana', profile('none')],
    ['Accept', 'POST request/review/accepted/r1', profile('received', { requestId: 'r1' })],
    ['Reject', 'POST request/review/rejected/r1', profile('received', { requestId: 'r1' })],
    ['Withdraw', 'DELETE request/r2', profile('sent', { requestId: 'r2' })],
  ])('sends %s once, however often it is pressed', async (name, call, known) => {
    const { api, control, user } = await openProfile(network(known));
    api.on(call, never);
    await user.dblClick(await control.findByRole('button', { name }));
    await user.click(control.getByRole('button', { name }));
    expect(api.count(call)).toBe(1);
  });

  it('offers the photo for a report in the dialog, and no item of its own', async () => {
    const id = 'a'.repeat(24);
    const user = { ...ana, photoUrl: `/api/media/${id}/card.webp`, viewer: { relation: 'none' } };
    const { api, user: visitor } = await openProfile(network({ body: { user, message: '' } }, ['safety.report']));
    api.on('POST report', never);
    await visitor.click(screen.getByRole('button', { name: 'More about Ana' }));
    expect(screen.queryByText(/photo/)).toBeNull();
    await visitor.click(screen.getByText('Report Ana'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Report Ana Lima' }));
    await visitor.selectOptions(dialog.getByLabelText('What do you report?'), 'The photo of Ana');
    await visitor.click(dialog.getByRole('radio', { name: 'Sexual content' }));
    await visitor.click(dialog.getByRole('button', { name: 'Report' }));
    await waitFor(() => expect(api.count('POST report')).toBe(1));
    expect(api.bodies('POST report')).toEqual([{ kind: 'picture', id, reason: 'sexual' }]);
  });

  it('says why an action fails; shows a sent request at once, with the focus in its place, and takes it back', async () => {
    const { api, control, user } = await openProfile();
    api.on('POST request/interested/ana', unavailable('Not now.'));
    await user.click(control.getByRole('button', { name: 'Interested' }));
    expect((await screen.findByText('Not now.')).closest('[data-sonner-toast]')).toBeNull();
    expect(document.activeElement).toBe(control.getByRole('button', { name: 'Interested' }));
    api.on('POST request/interested/ana', { body: { message: '', data: { _id: 'r2', status: 'interested' } } });
    // The answer to the press tells the relation; the profile that is asked again comes later.
    api.on('GET profile/ana', never);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await control.findByText('Request sent');
    expect(screen.queryByText('Not now.')).toBeNull();
    const withdraw = control.getByRole('button', { name: 'Withdraw' });
    await waitFor(() => expect(document.activeElement).toBe(withdraw));
    api.on('DELETE request/r2', { body: { message: '' } });
    await user.click(withdraw);
    await control.findByRole('button', { name: 'Interested' });
    expect(api.count('DELETE request/r2')).toBe(1);
  });

  it('is connected at once when a request is accepted', async () => {
    const { api, control, user } = await openProfile(network(profile('received', { requestId: 'r1' })));
    api.on('POST request/review/accepted/r1', { body: { message: '', data: {} } }).on('GET profile/ana', never);
    await user.click(control.getByRole('button', { name: 'Accept' }));
    const message = await control.findByRole('link', { name: 'Message' });
    expect(control.queryByRole('button')).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Write later' }));
    await waitFor(() => expect(document.activeElement).toBe(message));
  });

  it('shows the true relation when a request was answered elsewhere', async () => {
    const { api, control, user } = await openProfile(network(profile('received', { requestId: 'r1' })));
    api
      .on('POST request/review/accepted/r1', { status: 409, body: { code: 'conflict', message: 'Answered already.' } })
      .on('GET profile/ana', profile('connected'));
    await user.click(control.getByRole('button', { name: 'Accept' }));
    await screen.findByText('Answered already.');
    await control.findByRole('link', { name: 'Message' });
  });

  it("loads the received list when a request exists already, because it may be the other person's", async () => {
    const { api, control, user } = await openProfile(
      network({ body: { user: ana, message: '' } }).on('GET capabilities', { body: { capabilities: [] } }),
    );
    api
      .on('POST request/interested/ana', { status: 400, body: 'Error: Connection alreday exists' })
      .on('GET user/request/received', listOf(request));
    expect(control.queryByRole('button', { name: 'Ignore' }), 'the relation is unknown').toBeNull();
    await user.click(control.getByRole('button', { name: 'Interested' }));
    await control.findByRole('button', { name: 'Accept' });
  });

  it('can be loaded again after a failure, and says that a profile is not available, with links to go on', async () => {
    const api = network().on('GET profile/ana', {
      status: 500,
      body: { code: 'internal', message: 'Something went wrong.', requestId: 'q1' },
    });
    const { user } = renderApp('/profile/ana');
    await screen.findByText('The profile could not be loaded');
    api.on('GET profile/ana', { status: 404, body: { code: 'not_found', message: 'Not found.' } });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('heading', { name: 'This profile is not available' });
    const main = within(screen.getByRole('main'));
    expect(main.queryByRole('link', { name: 'Search' })).not.toBeNull();
    // On the first page of a tab there is nothing to go back to.
    expect(main.queryByRole('link', { name: 'Open feed' })).not.toBeNull();
  });

  it('removes a connection by one call, after a question that keeps it by default and says why it failed', async () => {
    const { api, user } = await openProfile(network(profile('connected'), ['connections.remove']));
    await user.click(screen.getByText('Remove connection'));
    const dialog = await screen.findByRole('dialog', { name: 'Remove Ana from your connections?' });
    expect(document.activeElement?.textContent).toBe('Keep');
    api.on('DELETE user/connections/ana', unavailable('Busy.'));
    const remove = within(dialog).getByRole('button', { name: 'Remove' });
    await user.click(remove);
    await within(dialog).findByText('Not removed. Busy.');
    expect(screen.queryByRole('link', { name: 'Message' }), 'still a connection').not.toBeNull();
    api.on('DELETE user/connections/ana', () => {
      api.on('GET profile/ana', profile('none'));
      return { body: {} };
    });
    await user.dblClick(remove);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.count('DELETE user/connections/ana')).toBe(2);
    await screen.findByRole('button', { name: 'Interested' });
  });

  it('shows that somebody is muted, and the end of that, before the list is loaded again', async () => {
    const { api, user } = await openProfile(
      network(profile('none'), ['safety.mute']).on('GET user/muted', {
        body: { items: [], nextCursor: null, words: [] },
      }),
    );
    await waitFor(() => expect(api.count('GET user/muted')).toBe(1));
    api.on('POST user/mute/ana', { body: {} }).on('DELETE user/mute/ana', { body: {} }).on('GET user/muted', never);
    await user.click(screen.getByRole('button', { name: 'Mute Ana', hidden: true }));
    await screen.findByText('Muted');
    await user.click(screen.getByRole('button', { name: 'Unmute Ana', hidden: true }));
    await waitFor(() => expect(screen.queryByText('Muted')).toBeNull());
  });
});

it('has the focus on the name once it is loaded', async () => {
  const answer = Promise.withResolvers<{ body: unknown }>();
  network(answer.promise).on('GET user/connections', listOf(ana));
  const { user } = renderApp('/connection');
  await user.click(await screen.findByRole('link', { name: 'Ana Lima' }));
  await waitFor(() => expect(document.activeElement?.id).toBe('main'));
  answer.resolve({ body: { user: ana, message: '' } });
  const name = await screen.findByRole('heading', { level: 1, name: 'Ana Lima' });
  await waitFor(() => expect(document.activeElement).toBe(name));
});
