import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readInvite } from '#client/lib/device/pending-links.ts';
import type { FakeApi } from '#client/test-api.ts';
import { makePerson, memberApi, renderApp, unavailable } from '#client/test-support.tsx';

const token = 'a'.repeat(43);
const own = makePerson({ _id: 'me', firstName: 'Robin', lastName: 'Berg' });
const mira = makePerson({ _id: 'mira', firstName: 'Mira', lastName: 'Stone' });
const look = {
  project: { _id: 'p1', projectName: 'Glyph Garden', skills: [], description: 'Grows glyphs.' },
  inviter: { firstName: 'Mira' },
  endsAt: '2026-12-06T12:00:00.000Z',
};
const project = {
  ...look.project,
  creator: mira,
  members: [],
  viewer: { relation: 'accepted' },
};
const refusal = { status: 404, body: { code: 'not_found', message: 'This invitation does not work.' } };
let api: FakeApi;

beforeEach(() => {
  api = memberApi(['projects.interest', 'projects.invites'], own)
    .on('GET project/view/p1', { body: { message: '', project } })
    .on('POST invite/look', { body: look })
    .on('POST invite/accept', { body: { message: 'You are a member now.', data: {} } });
});

const title = () => screen.findByRole('heading', { level: 1, name: 'Mira invites you to Glyph Garden' });

describe('the page of an invitation', () => {
  it('changes nothing until the button is pressed, and leads to the project then', async () => {
    const { user, router } = renderApp(`/invite#${token}`);
    await title();
    expect(router.state.location.hash, 'the token is out of the address').toBe('');
    expect(api.count('POST invite/accept')).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Join the project' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/project/view/p1'));
    expect(api.bodies('POST invite/accept')).toEqual([{ token }]);
    expect(readInvite()).toBeUndefined();
  });

  it('keeps the token in this tab through login, which leads to the feed and to “Continue to” there', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    api.on('GET profile/view', { status: 401, body: { code: 'unauthenticated', message: 'Log in.' } });
    api.on('POST login', { body: own });
    const { user, router } = renderApp(`/invite#${token}`);
    await title();
    expect(screen.queryByRole('button', { name: 'Join the project' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Log in' }));
    await user.type(await screen.findByLabelText('Email Id'), 'r@mail.test');
    await user.type(screen.getByLabelText('Password'), 'x');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/feed'));
    const link = await screen.findByRole('link', { name: 'Continue to Glyph Garden' });
    expect(link.closest('p')?.textContent).toContain('Mira is waiting.');
    expect(link.closest('[dir="auto"]'), 'a right-to-left name does not turn the line').toBeNull();
    await user.click(link);
    await title();
    await screen.findByRole('button', { name: 'Join the project' });
  });

  it('waits on the own profile, where a sign-up leads, until it is dismissed', async () => {
    sessionStorage.setItem(
      'dotcode:invite',
      JSON.stringify({ token, projectName: 'Glyph Garden', inviterName: 'Mira' }),
    );
    const { user } = renderApp('/profile');
    await screen.findByRole('link', { name: 'Continue to Glyph Garden' });
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(/Mira is waiting/)).toBeNull();
    expect(readInvite()).toBeUndefined();
  });

  it('says why a link does not work, forgets it, and takes the next one in the same tab, also after an outage', async () => {
    api.on('POST invite/look', refusal);
    const { router, user } = renderApp(`/invite#${token}`);
    await screen.findByText('This invitation does not work.');
    await waitFor(() => expect(readInvite()).toBeUndefined());
    api.on('POST invite/look', unavailable('Not now.'));
    const next = 'b'.repeat(43);
    await router.navigate(`/invite#${next}`);
    await screen.findByText('Not now.');
    api.on('POST invite/look', { body: look });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await title();
    api.on('POST invite/accept', { status: 403, body: { code: 'unverified', message: 'Confirm your address first.' } });
    await user.click(screen.getByRole('button', { name: 'Join the project' }));
    await screen.findByText('Confirm your address first.');
    expect(readInvite()?.token, 'it still waits').toBe(next);
  });

  it('says that a link is not complete, and that a service has no invitations', async () => {
    const { unmount } = renderApp('/invite');
    await screen.findByText(/This link is not complete/);
    unmount();
    api.on('GET capabilities', { body: { capabilities: [] } });
    renderApp(`/invite#${token}`);
    await screen.findByText('This service has no invitations.');
    expect(api.count('POST invite/look')).toBe(0);
  });
});

describe('inviting people on the page of a project', () => {
  const invite = { _id: 'i1', by: own, createdAt: look.endsAt, endsAt: look.endsAt, uses: 5, used: 1 };
  const open = async (viewer: object) => {
    api.on('GET project/view/p1', { body: { message: '', project: { ...project, viewer } } });
    const app = renderApp('/project/view/p1');
    await screen.findByRole('heading', { level: 1, name: 'Glyph Garden' });
    return app;
  };

  it('makes a link for so many days and people, shows it once, and takes links back', async () => {
    api
      .on('GET project/p1/invite', { body: { items: [invite] } })
      .on('POST project/p1/invite', { body: { _id: 'i2', url: `/invite#${token}` } })
      .on('DELETE project/p1/invite/i1', { body: { message: 'Gone.' } });
    const { user } = await open({ relation: 'accepted' });
    await user.click(await screen.findByRole('button', { name: 'Invite people' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite people to Glyph Garden' }));
    await user.selectOptions(dialog.getByLabelText('Works for'), '30 days');
    await user.selectOptions(dialog.getByLabelText('Takes in'), '20 people');
    await user.click(dialog.getByRole('button', { name: 'Make a link' }));
    const link = await dialog.findByLabelText<HTMLInputElement>('Invitation link');
    expect(link.value).toBe(`${location.origin}/invite#${token}`);
    expect(api.bodies('POST project/p1/invite')).toEqual([{ days: 30, uses: 20 }]);
    const row = await dialog.findByText(/1 of 5 used/);
    expect(row.textContent).toContain('You · 1 of 5 used');
    expect(within(row).getByText('You').tagName, 'a right-to-left name does not turn the line').toBe('BDI');
    api.on('GET project/p1/invite', { body: { items: [] } });
    await user.click(dialog.getByRole('button', { name: /^Take back your link/ }));
    await waitFor(() => expect(dialog.queryByText('Links that work')).toBeNull());
  });

  it('is not offered to visitors and askers, nor where the upstream has no invitations', async () => {
    for (const relation of ['none', 'interested']) {
      const { unmount } = await open({ relation });
      await screen.findByRole('button', { name: /Ask to join|Withdraw/ });
      expect(screen.queryByRole('button', { name: 'Invite people' })).toBeNull();
      unmount();
    }
    api.on('GET capabilities', { body: { capabilities: [] } });
    await open({ relation: 'accepted' });
    await screen.findByRole('button', { name: 'Copy link' });
    expect(screen.queryByRole('button', { name: 'Invite people' })).toBeNull();
  });
});
