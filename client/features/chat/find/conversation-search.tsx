import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useCapability } from '#client/api/capabilities.ts';
import { type ConversationKey, conversationHref, roomOf } from '#client/api/chat/conversation-key.ts';
import { useDebounced } from '#client/lib/dom/use-later.ts';
import { folded } from '#client/lib/text/folded.ts';
import { messageLine } from '#client/lib/text/message-format.ts';
import { fullName } from '#client/lib/text/person.ts';
import { IconButton } from '#client/ui/button.tsx';
import { SearchInput } from '#client/ui/form/search-input.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import type { ChatMessage } from '#shared/api/chat.ts';
import { FoundEnd, MarkedExcerpt, searchPauseMs, useMessages } from './found-messages.tsx';

interface Props {
  of: ConversationKey;
  /** The loaded messages, which alone are searched where the upstream does not search. */
  messages: readonly ChatMessage[] | undefined;
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
}

/**
 * Searches the conversation, where the upstream can also in messages that are not loaded. Each row leads to its message;
 * Escape closes it from anywhere inside.
 */
export function ConversationSearch({ of, messages = [], query, onQuery, onClose }: Props) {
  const settled = useDebounced(query.trim(), searchPauseMs);
  const isOffered = useCapability('chat');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <search
      className="flex max-h-[45%] shrink-0 flex-col border-b border-base-300 bg-base-100"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="flex items-center gap-1 px-4 py-2 sm:px-6">
        <SearchInput ref={input} label="Search in this conversation" text={query} onText={onQuery} />
        <IconButton icon={X} label="Close" onClick={onClose} />
      </div>
      {settled.length >= 2 && (
        <ul className="min-h-0 overflow-y-auto border-t border-base-300 px-2 py-1 sm:px-4" aria-label="Found messages">
          {isOffered ? <Found of={of} query={settled} /> : <FoundHere of={of} query={settled} messages={messages} />}
        </ul>
      )}
    </search>
  );
}

interface FoundProps {
  of: ConversationKey;
  query: string;
}

function Found({ of, query }: FoundProps) {
  const room = roomOf(of);
  const found = useMessages({ q: query, ...(room === undefined ? { with: of } : { room }) });
  return (
    <>
      {found.items.map(({ message }) => (
        <Row key={message._id} of={of} query={query} message={message} />
      ))}
      <FoundEnd {...found} />
    </>
  );
}

function FoundHere({ of, query, messages }: FoundProps & { messages: readonly ChatMessage[] }) {
  const found = messages.filter(({ text }) => folded(text).includes(folded(query))).toReversed();
  return (
    <>
      {found.map((message) => (
        <Row key={message._id} of={of} query={query} message={message} />
      ))}
      {found.length === 0 && <li className="p-3 text-center text-muted text-small">No message with these words.</li>}
    </>
  );
}

function Row({ of, query, message }: FoundProps & { message: ChatMessage }) {
  return (
    <li>
      <Link
        to={`${conversationHref(of)}?message=${encodeURIComponent(message._id)}`}
        replace
        className="flex items-baseline gap-3 rounded-field px-2 py-2 text-small hover:bg-base-content/6"
      >
        <span className="min-w-0 flex-1" dir="auto">
          <span className="font-medium">
            <bdi>{fullName(message.senderId)}</bdi>:{' '}
          </span>
          <MarkedExcerpt text={messageLine(message)} query={query} />
        </span>
        <span className="shrink-0">
          <RelativeTime iso={message.createdAt} />
        </span>
      </Link>
    </li>
  );
}
