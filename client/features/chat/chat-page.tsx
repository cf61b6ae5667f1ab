import './chat-page.css';
import { type KeyboardEvent, useEffect } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { useIsWide } from '#client/dom/use-media-query.ts';
import { useRootMark } from '#client/dom/use-root-mark.ts';
import { chatApi } from '#client/store/api/chat/chat-api.ts';
import { beginConversations } from '#client/store/api/chat/use-conversation-list.ts';
import type { BeginScreen } from '#client/store/begin-screen.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { askForFirstPictures } from '#client/ui/picture/first-pictures.ts';
import { to } from '#shared/routes.ts';
import { Conversation } from './conversation.tsx';
import { ConversationList } from './list/conversation-list.tsx';
import { conversationRows } from './list/conversation-rows.ts';
import { useConversations } from './list/use-conversations.ts';

/** The thread; on wide screens the conversation list beside it. */
export function ChatPage() {
  const { targetUserId: peerId = '' } = useParams();
  const own = useOwnUser();
  const isWide = useIsWide();
  const onKeyDown = useConversationKeys(own._id, peerId, isWide);
  useKeyboardInset();
  useRootMark('filled');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys only, of everything inside
    <div className="flex min-h-0 flex-1" data-fill onKeyDown={onKeyDown}>
      {isWide && <ConversationList ownId={own._id} currentId={peerId} />}
      <Conversation key={peerId} peerId={peerId} />
    </div>
  );
}

// The list of conversations tells above which message the line for unread messages stands.
ChatPage.begin = (async (store, { id }, signal) => {
  const [{ data }] = await Promise.all([
    store.dispatch(chatApi.endpoints.chat.initiate(id, { subscribe: false })),
    beginConversations(store),
  ]);
  askForFirstPictures(
    data?.participants.find((person) => person?._id === id),
    ['photoUrl'],
    signal,
  );
}) satisfies BeginScreen;

/** Escape goes back to the list, Alt+Up and Alt+Down to the previous and the next conversation. */
function useConversationKeys(ownId: string, peerId: string, isWide: boolean) {
  const navigate = useNavigate();
  const { conversations, connections } = useConversations();
  return (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return;
    if (event.key === 'Escape') {
      if (event.target instanceof Element && event.target.closest('[popover]:popover-open')) return;
      const inList = document.querySelector<HTMLElement>(`[data-conversation="${CSS.escape(peerId)}"]`);
      if (isWide) inList?.focus();
      else void navigate(to.connection());
    }
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const rows = conversationRows(conversations, connections, ownId, '');
    const place = rows.findIndex(({ person }) => person._id === peerId);
    const next = rows[place + (event.key === 'ArrowDown' ? 1 : -1)];
    if (next && place !== -1) void navigate(to.chat(next.person._id));
  };
}

/** Ends the page above an on-screen keyboard that covers the page instead of resizing it. */
function useKeyboardInset(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const { style } = document.documentElement;
    const onResize = () => {
      const covered = Math.max(0, window.innerHeight - viewport.height - viewport.offsetTop);
      style.setProperty('--keyboard', `${Math.round(covered)}px`);
    };
    onResize();
    viewport.addEventListener('resize', onResize);
    viewport.addEventListener('scroll', onResize);
    return () => {
      viewport.removeEventListener('resize', onResize);
      viewport.removeEventListener('scroll', onResize);
      style.removeProperty('--keyboard');
    };
  }, []);
}
