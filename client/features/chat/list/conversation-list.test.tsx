import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { baseApi } from '#client/api/base-api.ts';
import { type Live, LiveContext } from '#client/live/live-context.ts';
import { fakeApi } from '#client/test-api.ts';
import { announced, makePerson, renderWithStore } from '#client/test-support.tsx';
import type { Conversation, ConversationsReply } from '#shared/api/chat.ts';
import { ConversationList, MarkAllRead } from './conversation-list.tsx';

const conversationWith = (firstName: string): Conversation => ({
  user: makePerson({ firstName }),
  lastMessage: null,
  unread: 0,
});
const pageOf = (firstName: string, nextCursor: string | null): ConversationsReply => ({
  items: [conversationWith(firstName)],
  nextCursor,
  unreadTotal: 0,
  unreadConversations: 0,
});
const first = pageOf('Ana', 'second');
const second = pageOf('Ben', null);

/** A fake IntersectionObserver: tells current and later observers whether the end of the list is in view. */
function fakeView(inView: boolean) {
  const observers = new Set<() => void>();
  const view = {
    inView,
    scrollToEnd: () => {
      view.inView = true;
      for (const tell of observers) tell();
    },
  };
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #tell: () => void;
      constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
        this.#tell = () => onChange([{ isIntersecting: view.inView }]);
      }
      observe() {
        observers.add(this.#tell);
        this.#tell();
      }
      disconnect() {
        observers.delete(this.#tell);
      }
    },
  );
  return view;
}

const open = () => renderWithStore(<ConversationList ownId="me" currentKey="none" />);
const connected = () =>
  fakeApi()
    .on('GET capabilities', { body: { capabilities: ['chat.list'] } })
    .on('GET user/connections', { body: { data: [] } });

it('loads the next page when its end came into view while the first page was loading again', async () => {
  const view = fakeView(false);
  const anew = Promise.withResolvers<{ body: ConversationsReply }>();
  const api = connected().on('GET chats', { body: first });
  const { findByText, store } = open();
  await findByText(/^Ana /);
  api.on('GET chats', ({ query }) => (query.get('cursor') === 'second' ? { body: second } : anew.promise));
  store.dispatch(baseApi.util.invalidateTags(['Chats']));
  await expect.poll(() => api.count('GET chats')).toBe(2);
  view.scrollToEnd();
  anew.resolve({ body: first });
  await findByText(/^Ben /);
  expect(api.count('GET chats')).toBe(3);
});

it('leads a user without connections to the feed', async () => {
  connected().on('GET chats', { body: { ...second, items: [] } });
  const { findByRole } = open();
  expect((await findByRole('link', { name: 'Open feed' })).getAttribute('href')).toBe('/feed');
});

it('asks once for a page that fails, and again when Retry is pressed', async () => {
  fakeView(true);
  let fails = true;
  const api = connected().on('GET chats', ({ query }) => {
    if (query.get('cursor') !== 'second') return { body: first };
    return fails ? { status: 422, body: { code: 'bad_cursor', message: 'Sorry.' } } : { body: second };
  });
  const { findByRole, findByText, user } = open();
  const retry = await findByRole('button', { name: 'Retry' });
  expect(api.count('GET chats')).toBe(2);
  fails = false;
  await user.click(retry);
  await findByText(/^Ben /);
  expect(api.count('GET chats')).toBe(3);
});

function offerMarkAllRead(readAll: Live['readAll'], unread = 2) {
  fakeApi();
  const live = { readAll } as Partial<Live> as Live;
  return renderWithStore(
    <LiveContext value={live}>
      <main>
        <h1 tabIndex={-1}>Messages</h1>
        <div id="announcer-polite" />
        <MarkAllRead isComplete conversations={[{ ...conversationWith('Ana'), unread }, conversationWith('Ben')]} />
      </main>
    </LiveContext>,
  );
}

it('Mark all read says what failed, or marks once, says so, and leaves the focus on the heading', async () => {
  const readAll = vi.fn(async () => false);
  const { user } = offerMarkAllRead(readAll);
  await user.click(screen.getByRole('button', { name: 'Mark all read' }));
  expect(document.activeElement).toBe(screen.getByRole('heading'));
  await screen.findByRole('alert');
  const answer = Promise.withResolvers<boolean>();
  readAll.mockReturnValue(answer.promise);
  await user.dblClick(screen.getByRole('button', { name: 'Mark all read' }));
  expect(readAll).toHaveBeenCalledTimes(2);
  answer.resolve(true);
  await waitFor(() => expect(announced()).toBe('All messages are marked as read'));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('Mark all read is not there where nothing is unread', () => {
  offerMarkAllRead(async () => true, 0);
  expect(screen.queryByRole('button')).toBeNull();
});
