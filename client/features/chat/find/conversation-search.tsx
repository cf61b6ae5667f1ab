import { Link } from 'react-router-dom';
import { type ConversationKey, conversationHref, roomOf } from '#client/store/api/chat/conversation-key.ts';
import { messageLine } from '#client/text/message-line.ts';
import { fullName } from '#client/text/person.ts';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { FoundEnd, useMessages } from './found-messages.tsx';
import { MarkedExcerpt } from './marked-excerpt.tsx';
import { SearchPanel } from './search-panel.tsx';
import { useSettled } from './use-settled.ts';

interface Props {
  of: ConversationKey;
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
}

/** Searches the whole conversation, messages that are not loaded included. Each row leads to its message. */
export function ConversationSearch({ of, query, onQuery, onClose }: Props) {
  const settled = useSettled(query.trim());
  return (
    <SearchPanel label="Search in this conversation" query={query} onQuery={onQuery} onClose={onClose}>
      {settled.length >= 2 && <Found of={of} query={settled} />}
    </SearchPanel>
  );
}

function Found({ of, query }: { of: ConversationKey; query: string }) {
  const room = roomOf(of);
  const found = useMessages({ q: query, ...(room === undefined ? { with: of } : { room }) });
  return (
    <ul className="min-h-0 overflow-y-auto border-t border-base-300 px-2 py-1 sm:px-4" aria-label="Found messages">
      {found.items.map(({ message }) => (
        <li key={message._id}>
          <Link
            to={`${conversationHref(of)}?message=${encodeURIComponent(message._id)}`}
            replace
            className="flex items-baseline gap-3 rounded-field px-2 py-2 text-small hover:bg-base-content/6"
          >
            <span className="min-w-0 flex-1" dir="auto">
              <span className="font-medium">{message.senderId ? fullName(message.senderId) : 'Former member'}: </span>
              <MarkedExcerpt text={messageLine(message)} query={query} />
            </span>
            <span className="shrink-0">
              <RelativeTime iso={message.createdAt} />
            </span>
          </Link>
        </li>
      ))}
      <FoundEnd {...found} />
    </ul>
  );
}
