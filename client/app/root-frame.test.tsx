import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi } from '#client/test-api.ts';
import { installBrowserParts, makePerson, renderApp } from '#client/test-support.tsx';

installBrowserParts();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new Promise<never>(() => undefined);
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
/** Its code comes with the first toast. */
const toastArea = () => screen.findByRole('region', { name: /^Messages/ });
const stop = async () => within(await toastArea()).getByRole('button', { name: 'Stop' });

async function openProjects() {
  const api = fakeApi()
    .on('GET profile/view', { body: makePerson({ _id: 'me' }) })
    .on('GET myprojects/me', never);
  const app = renderApp('/projects');
  await waitFor(() => expect(api.count('GET myprojects/me')).toBe(1));
  return { api, ...app };
}

describe('a call without an answer', () => {
  it('goes on, with Still trying and Stop after eight seconds, until the user stops it', async () => {
    const { api } = await openProjects();
    await wait(7000);
    expect(screen.queryByText('Still trying')).toBeNull();
    await wait(1500);
    await within(await toastArea()).findByText('Still trying');
    await wait(600_000);
    within(await toastArea()).getByText('Still trying');
    const signals = () =>
      api.calls.filter(({ call }) => call === 'GET myprojects/me').map(({ signal }) => signal?.aborted);
    expect(signals()).toEqual([false]);
    fireEvent.click(await stop());
    await screen.findByText('You stopped waiting for the answer.');
    expect(signals()).toEqual([true]);
    await waitFor(() => expect(screen.queryByText('Still trying')).toBeNull());
  });

  it('that is answered late takes its notice along, and can be asked again after Stop', async () => {
    const { api } = await openProjects();
    await wait(8500);
    await within(await toastArea()).findByText('Still trying');
    fireEvent.click(await stop());
    const answer = Promise.withResolvers<{ body: unknown }>();
    api.on('GET myprojects/me', answer.promise);
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    await wait(9000);
    await within(await toastArea()).findByText('Still trying');
    const project = { _id: 'p1', projectName: 'Quill', skills: [], creator: makePerson({ _id: 'me' }) };
    answer.resolve({ body: { success: true, message: '', project: [project] } });
    await screen.findByText('Quill');
    await waitFor(() => expect(screen.queryByText('Still trying')).toBeNull());
  });

  it('is also said inside an open dialog, outside of which nothing can be pressed', async () => {
    const { api } = await openProjects();
    await wait(8500);
    fireEvent.keyDown(document, { key: 'k', ctrlKey: true });
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(api.calls.find(({ call }) => call === 'GET myprojects/me')?.signal?.aborted).toBe(true));
    expect(within(dialog).queryByText('Still trying')).toBeNull();
  });

  it('in the loading gate is said there alone; Stop opens the app for a visitor', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    fakeApi().on('GET profile/view', never);
    renderApp('/feed');
    await wait(8500);
    expect(screen.getAllByText('Still trying')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await screen.findByRole('heading', { name: 'Connect. Collaborate. .Code' });
    expect(log.mock.calls).toEqual([['Profile load failed: You stopped waiting for the answer.']]);
    screen.getByText(/^No answer from the service since /);
  });
});
