import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { type ConversationKey, conversationHref, roomOf } from '#client/api/chat/conversation-key.ts';
import { messageLine } from '#client/lib/text/message-format.ts';
import { fullName } from '#client/lib/text/person.ts';
import { SearchInput } from '#client/ui/form/search-input.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { FoundEnd, MarkedExcerpt, useMessages, useSettled } from './found-messages.tsx';

interface Props {
  query: string;
  /** Which match is shown, from 1; 0 where there is none. */
  current: number;
  total: number;
  onQuery: (query: string) => void;
  onStep: (step: 1 | -1) => void;
  onClose: () => void;
}

/** Searches the loaded messages. Does not replace the browser's own Find. */
export function FindBar({ query, current, total, onQuery, onStep, onClose }: Props) {
  return (
    <SearchPanel
      label="Find in conversation"
      query={query}
      onQuery={onQuery}
      onClose={onClose}
      onStep={onStep}
      tools={
        <>
          <span role="status" className="min-w-16 text-center font-mono text-micro text-muted">
            {query.trim() === '' ? '' : total === 0 ? 'No match' : `${current} of ${total}`}
          </span>
          <button
            type="button"
            className="btn btn-ghost btn-square"
            aria-label="Previous match"
            onClick={() => onStep(-1)}
          >
            <ChevronUp size={20} strokeWidth={1.75} aria-hidden="true" />
          </button>
          <button type="button" className="btn btn-ghost btn-square" aria-label="Next match" onClick={() => onStep(1)}>
            <ChevronDown size={20} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </>
      }
    />
  );
}

interface SearchPanelProps {
  label: string;
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
  /** Enter, and Shift+Enter for the other direction. */
  onStep?: (step: 1 | -1) => void;
  /** Beside the field. */
  tools?: ReactNode;
  /** Below the field: what was found. */
  children?: ReactNode;
}

/** The field over a conversation that is searched; Escape closes it from anywhere inside. */
export function SearchPanel({ label, query, onQuery, onClose, onStep, tools, children }: SearchPanelProps) {
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
        <SearchInput
          ref={input}
          label={label}
          text={query}
          onText={onQuery}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onStep?.(event.shiftKey ? 1 : -1);
          }}
        />
        {tools}
        <button type="button" className="btn btn-ghost btn-square" aria-label="Close" onClick={onClose}>
          <X size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      {children}
    </search>
  );
}

interface ConversationSearchProps {
  of: ConversationKey;
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
}

/** Searches the whole conversation, messages that are not loaded included. Each row leads to its message. */
export function ConversationSearch({ of, query, onQuery, onClose }: ConversationSearchProps) {
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
