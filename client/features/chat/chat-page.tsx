import './chat-page.css';
import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { type ConversationKey, conversationHref, roomKey } from '#client/api/chat/conversation-key.ts';
import { useIsWide, useRootMark } from '#client/lib/dom/window-state.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { to } from '#shared/routes.ts';
import { Conversation } from './conversation.tsx';
import { ConversationList } from './list/conversation-list.tsx';
import { conversationRows, useConversations } from './list/conversation-rows.ts';
import { RoomConversation } from './room/room-conversation.tsx';

/** The chat with one person. */
export function ChatPage() {
  const { targetUserId: peerId = '' } = useParams();
  return (
    <ChatLayout current={peerId}>
      <Conversation key={peerId} peerId={peerId} />
    </ChatLayout>
  );
}

/** The chat of a project's team, among the conversations. */
export function RoomPage() {
  const { projectId = '' } = useParams();
  return (
    <ChatLayout current={roomKey(projectId)}>
      <RoomConversation key={projectId} projectId={projectId} />
    </ChatLayout>
  );
}

/** One conversation; on wide screens the list of them beside it. */
function ChatLayout({ current, children }: { current: ConversationKey; children: ReactNode }) {
  const own = useOwnUser();
  const isWide = useIsWide();
  const onKeyDown = useConversationKeys(own._id, current, isWide);
  useKeyboardInset();
  useRootMark('filled');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys only, of everything inside
    <div className="flex min-h-0 flex-1" data-fill onKeyDown={onKeyDown}>
      {isWide && <ConversationList ownId={own._id} currentKey={current} />}
      {children}
    </div>
  );
}

/** Escape goes back to the list, Alt+Up and Alt+Down to the previous and the next conversation. */
function useConversationKeys(ownId: string, current: ConversationKey, isWide: boolean) {
  const navigate = useNavigate();
  const { conversations, connections } = useConversations({ withSilent: isWide });
  return (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return;
    if (event.key === 'Escape') {
      const inList = document.querySelector<HTMLElement>(`[data-conversation="${CSS.escape(current)}"]`);
      if (isWide) inList?.focus();
      else void navigate(to.messages());
    }
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const rows = conversationRows(conversations, connections, ownId, '');
    const place = rows.findIndex(({ key }) => key === current);
    const next = rows[place + (event.key === 'ArrowDown' ? 1 : -1)];
    if (next && place !== -1) void navigate(conversationHref(next.key));
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
