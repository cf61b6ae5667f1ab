import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type Live, LiveContext } from '#client/live/live-context.ts';
import { fakeApi, installBrowserParts, makePerson, renderWithStore } from '#client/test-support.tsx';
import { MarkAllRead } from './conversation-list.tsx';

installBrowserParts();

const conversation = (unread: number) => ({ user: makePerson(), lastMessage: null, unread });

function setup(readAll: Live['readAll'] | undefined, unread = 2) {
  fakeApi();
  const live = readAll && ({ readAll } as Partial<Live> as Live);
  return renderWithStore(
    <LiveContext value={live}>
      <main>
        <h1 tabIndex={-1}>Messages</h1>
        <div id="announcer-polite" />
        <MarkAllRead isComplete conversations={[conversation(unread), conversation(0)]} />
      </main>
    </LiveContext>,
  );
}

it('marks once, says so, and leaves the focus on the heading', async () => {
  const readAll = vi.fn(async () => true);
  const { user } = setup(readAll);
  await user.dblClick(screen.getByRole('button', { name: 'Mark all read' }));
  expect(document.activeElement).toBe(screen.getByRole('heading'));
  await waitFor(() =>
    expect(document.getElementById('announcer-polite')?.textContent).toBe('All messages are marked as read'),
  );
});

it('says what failed, and can be pressed again', async () => {
  const readAll = vi.fn(async () => false);
  const { user } = setup(readAll);
  await user.click(screen.getByRole('button', { name: 'Mark all read' }));
  await screen.findByRole('alert');
  readAll.mockResolvedValue(true);
  await user.click(screen.getByRole('button', { name: 'Mark all read' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(readAll).toHaveBeenCalledTimes(2);
});

it('is not there where nothing is unread', () => {
  setup(async () => true, 0);
  expect(screen.queryByRole('button')).toBeNull();
});

it('is invisible, but keeps its place, until the live connection is loaded', () => {
  setup(undefined);
  expect(screen.getByText('Mark all read').closest('button')?.className).toContain('invisible');
});
