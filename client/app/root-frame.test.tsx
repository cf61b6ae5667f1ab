import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi } from '#client/test-api.ts';
import { makePerson, projectsOf, renderApp } from '#client/test-support.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
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
  it('goes on, with Still trying and Stop after eight seconds, until the user stops it; so does the next one, until its answer', async () => {
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
    const answer = Promise.withResolvers<ReturnType<typeof projectsOf>>();
    api.on('GET myprojects/me', answer.promise);
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    await wait(9000);
    await within(await toastArea()).findByText('Still trying');
    answer.resolve(projectsOf({ _id: 'p1', projectName: 'Quill', creator: makePerson({ _id: 'me' }) }));
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
    await screen.findByText(/^No answer from the service since [^.]+\.$/);
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeNull();
  });
});
