import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { useCapability } from '#client/api/capabilities.ts';
import { type Thread as LoadedThread, useThread } from '#client/api/chat/chat-api.ts';
import { type ConversationKey, roomOf, typingKey } from '#client/api/chat/conversation-key.ts';
import { usePreferences } from '#client/lib/device/preferences.ts';
import { folded } from '#client/lib/text/folded.ts';
import { type MessageChange, makeChange, useChanges, withChanges } from '#client/live/changes.ts';
import { useLive } from '#client/live/live-context.ts';
import { enqueue, findConfirmed, useOutbox } from '#client/live/outbox.ts';
import { useAppSelector, useOwnUser } from '#client/state/hooks.ts';
import type { Chat } from '#shared/api/chat.ts';
import type { User } from '#shared/api/users.ts';
import { type MessageTools, MessageToolsContext } from './actions/message-actions.ts';
import { useMessageDialogs } from './actions/use-message-dialogs.tsx';
import { useMessageTask } from './actions/use-message-task.ts';
import { Composer, type ComposerHandle, takesFocus } from './composer.tsx';
import type { Completion } from './composer-text.ts';
import type { OpenedConversation } from './conversation-frame.tsx';
import { usePictureDrop } from './pictures/attachment-tray.tsx';
import { Thread, ThreadFoot, typingWords } from './thread/thread.tsx';
import type { ShownMessage } from './thread/thread-rows.ts';
import { useJump } from './thread/use-jump.ts';
import { useReading, useShortThread } from './thread/use-reading.ts';
import { useThreadScroll } from './thread/use-thread-scroll.ts';

interface Props {
  opened: OpenedConversation;
  chat: LoadedThread;
  /** The other person; undefined in a room, whose messages name their authors. */
  peer: User | undefined;
  /** To whom the composer writes. */
  to: string;
  /** The accessible name of the messages. */
  label: string;
  /** In place of the messages while there are none. `onChoose` puts a line into the composer. */
  beginning: (onChoose: (line: string) => void) => ReactNode;
  /** In place of the composer, where nothing can be written. */
  closed?: ReactNode;
  isPart?: boolean;
  room?: RoomTools;
}

interface RoomTools {
  pin: (message: ShownMessage) => void;
  /** Completes names of people. */
  completion: Completion;
  /** Ids of the people whom a text names. */
  namedIn: (text: string) => string[];
}

/** The messages of a conversation, stored and still to be sent, over the composer. */
export function OpenConversation({ opened, chat: drawn, peer, room, ...props }: Props) {
  const { key } = opened;
  // The outbox tells its changes at once, the store with the next frame. A message that has just been stored would be in
  // neither if the thread were the parent's of the frame before.
  const { chat = drawn, older } = useThread(key);
  const own = useOwnUser();
  const live = useLive();
  const changes = useChanges(own._id, key);
  const history = useMemo(() => withChanges(chat.messages, changes, own), [chat.messages, changes, own]);
  const { seeTyping } = usePreferences();
  const typing = useAppSelector((state) => state.live.typing);
  const others = chat.participants.filter((person) => person !== null && person._id !== own._id);
  const typists = seeTyping ? others.filter((person) => person && typing[typingKey(key, person._id)]) : [];
  const find = folded(opened.query?.trim() ?? '');
  const composer = useRef<ComposerHandle>(null);
  const pending = usePendingMessages(chat, key);
  const last = pending.at(-1);
  const lastStored = history.at(-1);
  const scroll = useThreadScroll({
    firstKey: history[0]?._id,
    lastKey: last?.clientId ?? lastStored?.clientId ?? lastStored?._id,
    lastIsOwn: last !== undefined || lastStored?.senderId?._id === own._id,
    received: useMemo(() => history.filter(({ senderId }) => senderId?._id !== own._id).length, [history, own._id]),
    onNearStart: older.load,
  });
  const jump = useJump({ history, hasMore: chat.hasMore ?? false, isLoading: older.isBusy, load: older.load });
  useReading(history, own._id, key, scroll.atEnd);
  // Keep the whole thread loaded while Find is open, or a message far up is shown.
  useShortThread(chat, key, scroll.atEnd && find === '' && !jump.isUnderWay);

  const isRoom = roomOf(key) !== undefined;
  const canWrite = props.closed === undefined;
  const { task, reply, edit, editLast, cancel, replyTo } = useMessageTask({ history, own, peer });
  const hasTools = useCapability('chat') && canWrite;
  const change = (messageId: string) => ({
    messageId,
    peerId: key,
    at: new Date().toISOString(),
    state: 'waiting' as const,
  });
  const { tools: dialogTools, dialogs } = useMessageDialogs({
    peer,
    isRoom,
    onDelete: ({ id }) => id !== undefined && makeChange(own._id, { ...change(id), kind: 'delete' }),
  });
  const tools = {
    own,
    peer,
    isRoom,
    people: chat.participants,
    ...dialogTools,
    pin: canWrite ? room?.pin : undefined,
    remove: hasTools ? dialogTools.remove : undefined,
    reply: hasTools ? reply : undefined,
    edit: hasTools ? edit : undefined,
    react: hasTools
      ? ({ id, stored }: ShownMessage, emoji: string) => {
          if (id === undefined) return;
          const on = !stored?.reactions?.some((reaction) => reaction.emoji === emoji && reaction.mine);
          makeChange(own._id, { ...change(id), kind: 'react', emoji, on });
        }
      : undefined,
    showMessage: jump.to,
    focusComposer: () => (takesFocus() && composer.current ? composer.current : scroll.box.current)?.focus(),
  };
  const shownChanges = useMemo(() => changesByMessage(changes), [changes]);
  const drop = usePictureDrop(hasTools, (files) => composer.current?.attach(files));

  const isEmpty = history.length === 0 && pending.length === 0;
  return (
    <MessageToolsContext value={useStableTools(tools)}>
      <div className="relative flex min-h-0 flex-1 flex-col" {...drop.handlers}>
        {isEmpty && canWrite ? (
          props.beginning((line) => composer.current?.insert(line))
        ) : (
          <Thread
            label={props.label}
            history={history}
            pending={pending}
            changes={shownChanges}
            firstUnread={opened.firstUnread}
            readUpTo={chat.readUpTo}
            loadingOlder={older.isLoading}
            find={find}
            currentFind={jump.shown}
            scroll={scroll}
          />
        )}
        <ThreadFoot scroll={scroll} typing={typingWords(typists)} />
        {drop.isOver && (
          <p className="pointer-events-none absolute inset-2 z-10 grid place-items-center rounded-box border-2 border-primary border-dashed bg-base-100/90 font-semibold">
            Drop pictures to add them
          </p>
        )}
      </div>
      {props.closed ?? (
        <Composer
          ref={composer}
          ownId={own._id}
          conversation={key}
          to={props.to}
          completion={room?.completion}
          takesPictures={hasTools}
          task={task}
          onCancelTask={cancel}
          onSend={(text, pictures) => {
            enqueue(own._id, {
              peerId: key,
              text,
              after: history.at(-1)?._id ?? null,
              ...(replyTo && { replyTo }),
              ...(pictures && { pictures }),
              ...mentionsOf(room?.namedIn(text)),
            });
            cancel();
          }}
          onEdit={(messageId, text) => makeChange(own._id, { ...change(messageId), kind: 'edit', text })}
          onEditLast={hasTools ? editLast : undefined}
          onTyping={(isTyping) => live?.typing(key, isTyping)}
          isPart={props.isPart}
        />
      )}
      {dialogs}
    </MessageToolsContext>
  );
}

/** The change whose state is shown under each message: an edit or deletion before a reaction. */
function changesByMessage(changes: readonly MessageChange[]): ReadonlyMap<string, MessageChange> {
  const reactionsFirst = changes.toSorted((a, b) => Number(b.kind === 'react') - Number(a.kind === 'react'));
  return new Map(reactionsFirst.map((change) => [change.messageId, change]));
}

/** One object while the same things can be done, so that the messages are not drawn again. Its functions call the latest ones. */
function useStableTools(tools: MessageTools): MessageTools {
  const latest = useRef<Record<string, unknown>>({});
  useLayoutEffect(() => {
    latest.current = { ...tools };
  });
  const { own, peer, isRoom, people } = tools;
  const offered = Object.entries(tools)
    .flatMap(([name, tool]) => (typeof tool === 'function' ? [name] : []))
    .join();
  return useMemo(() => {
    const call =
      (name: string) =>
      (...args: unknown[]) =>
        (latest.current[name] as (...args: unknown[]) => void)(...args);
    const calls = Object.fromEntries(offered.split(',').map((name) => [name, call(name)]));
    return { own, peer, isRoom, people, ...calls } as unknown as MessageTools;
  }, [own, peer, isRoom, people, offered]);
}

/** The outbox's messages of this conversation that are not in the stored thread yet. */
function usePendingMessages({ messages }: Chat, key: ConversationKey) {
  const own = useOwnUser();
  const outbox = useOutbox(own._id, key);
  return useMemo(() => findConfirmed(outbox, messages, own._id).remaining, [outbox, messages, own._id]);
}

function mentionsOf(ids: string[] = []): { mentions?: string[] } {
  return ids.length === 0 ? {} : { mentions: ids };
}
