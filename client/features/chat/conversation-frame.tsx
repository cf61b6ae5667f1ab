import ArrowLeft from 'lucide-react/icons/arrow-left';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Search from 'lucide-react/icons/search';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { type Thread, useThread } from '#client/api/chat/chat-api.ts';
import type { ConversationKey } from '#client/api/chat/conversation-key.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { classNames } from '#client/lib/dom/class-names.ts';
import { screenHeading } from '#client/lib/dom/focus.ts';
import { useLive } from '#client/live/live-context.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { Menu, type MenuItem } from '#client/ui/dialog/popover.tsx';
import { ErrorState } from '#client/ui/state/errors.tsx';
import { StackedBones } from '#client/ui/state/skeleton.tsx';
import { to } from '#shared/routes.ts';
import { ConversationSearch } from './find/conversation-search.tsx';
import { useFirstUnread } from './thread/use-reading.ts';

/** A conversation on screen: its messages, the place of its unread divider, and what is searched for in it. */
export interface OpenedConversation {
  key: ConversationKey;
  chat: Thread | undefined;
  error: unknown;
  refetch: () => void;
  /** Whether it is decided where the unread divider stands. */
  decided: boolean;
  firstUnread: string | undefined;
  /** The text that is searched for; undefined while the search is closed. */
  query: string | undefined;
  setQuery: (query: string | undefined) => void;
}

export function useConversation(key: ConversationKey): OpenedConversation {
  const own = useOwnUser();
  const live = useLive();
  const { chat, error, refetch } = useThread(key);
  const { decided, firstUnread } = useFirstUnread(chat, own._id, key);
  const [query, setQuery] = useState<string>();
  useEffect(() => {
    live?.setOpen(key);
    return () => live?.setOpen(undefined);
  }, [live, key]);
  return { key, chat, error, refetch, decided, firstUnread, query, setQuery };
}

interface FrameProps {
  opened: OpenedConversation;
  /** Whether the user can read and write here. */
  isOpen: boolean;
  header: ReactNode;
  /** Between the header and the messages. */
  notices?: ReactNode;
  /** In place of the messages, where the user may not read them. */
  refusal: ReactNode;
  children: (chat: Thread) => ReactNode;
}

/** The header, the search and the messages of a conversation, or why there are none. */
export function ConversationFrame({ opened, isOpen, header, notices, refusal, children }: FrameProps) {
  const { key, chat, error, refetch, decided, query, setQuery } = opened;
  useAnnouncedEnd(isOpen);
  return (
    <section aria-label="Chat" className="flex min-h-0 min-w-0 flex-1 flex-col">
      {header}
      {query !== undefined && (
        <ConversationSearch
          of={key}
          messages={chat?.messages}
          query={query}
          onQuery={setQuery}
          onClose={() => {
            screenHeading()?.focus();
            setQuery(undefined);
          }}
        />
      )}
      {notices}
      {refusal ??
        (chat && decided ? (
          children(chat)
        ) : error !== undefined ? (
          <div className="p-6">
            <ErrorState error={error} onRetry={refetch} />
          </div>
        ) : (
          <div className="flex-1 p-6">
            <StackedBones
              className="mx-auto max-w-reading gap-3"
              bones={['h-10 w-1/2', 'h-16 w-2/3', 'h-10 w-1/3 self-end', 'h-10 w-1/2', 'h-10 w-2/5 self-end']}
            />
          </div>
        ))}
    </section>
  );
}

/** Says that the other person, or the user on another device, has ended the conversation on screen. */
function useAnnouncedEnd(isOpen: boolean): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) announce('This conversation is closed.');
    wasOpen.current = isOpen;
  }, [isOpen]);
}

interface HeadProps {
  picture: ReactNode;
  name: string;
  /** The page of the person or project. */
  href?: string | undefined;
  /** In place of picture and name, where the page around it has said whose conversation it is. */
  title?: string | undefined;
  /** The line below the name. */
  state: ReactNode;
  items: readonly MenuItem[];
}

/** Whose conversation it is, and its menu. */
export function ConversationHead({ picture, name, href, title, state, items }: HeadProps) {
  return (
    <header
      className={classNames(
        'flex min-h-16 items-center gap-3 border-b border-base-300 bg-base-100 py-2 ps-2 pe-2 sm:ps-4 sm:pe-4',
        title === undefined && 'lg:ps-6',
      )}
    >
      {title === undefined && (
        <>
          <Link to={to.messages()} className="btn btn-ghost btn-square lg:hidden" aria-label="Back to messages">
            <ArrowLeft size={20} strokeWidth={1.75} aria-hidden="true" />
          </Link>
          {picture}
        </>
      )}
      <div className="min-w-0 flex-1">
        {title === undefined ? (
          <h1 tabIndex={-1} className="truncate text-h3" dir="auto">
            {href === undefined ? (
              name
            ) : (
              <Link to={href} className="hover:underline">
                {name}
              </Link>
            )}
          </h1>
        ) : (
          <h2 className="truncate ps-2 text-h3">{title}</h2>
        )}
        {state}
      </div>
      {items.length > 0 && (
        <Menu
          label="More about this conversation"
          className="btn-square"
          trigger={<EllipsisVertical size={20} strokeWidth={1.75} aria-hidden="true" />}
          items={items}
        />
      )}
    </header>
  );
}

export function menuItem(label: string, Icon: typeof Search, onSelect: () => void): MenuItem {
  return { label, icon: <Icon size={16} strokeWidth={1.75} aria-hidden="true" />, onSelect };
}

export const findItem = (onFind: () => void): MenuItem => menuItem('Find in conversation', Search, onFind);
