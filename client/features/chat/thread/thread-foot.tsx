import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import type { ReactNode } from 'react';
import type { ThreadScroll } from './use-thread-scroll.ts';

interface Props {
  scroll: ThreadScroll;
  /** The sentence that says who is typing; empty while nobody is. */
  typing: string;
}

/** A line between the messages and the composer, always as high: who types, and ways to what is out of view. */
export function ThreadFoot({ scroll, typing }: Props) {
  const { dividerAbove, atEnd, below } = scroll;
  return (
    <div className="px-4 sm:px-6">
      <div className="mx-auto flex h-9 max-w-reading items-center gap-1 pointer-coarse:h-12">
        {/* Hidden from screen readers, which would announce it again and again. */}
        <p className="min-w-0 flex-1 truncate px-1 text-micro text-muted" aria-hidden="true" dir="auto">
          {typing !== '' && <span className="enter inline-block">{typing}</span>}
        </p>
        {dividerAbove && (
          <JumpButton onClick={scroll.toDivider}>
            <ArrowUp size={16} aria-hidden="true" />
            Jump to first unread
          </JumpButton>
        )}
        {!atEnd && (
          <JumpButton onClick={scroll.toEnd}>
            <ArrowDown size={16} aria-hidden="true" />
            <span>{below === 0 ? 'Latest messages' : `${below} new ${below === 1 ? 'message' : 'messages'}`}</span>
          </JumpButton>
        )}
      </div>
    </div>
  );
}

function JumpButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="enter btn btn-ghost btn-sm shrink-0 rounded-full bg-base-100" onClick={onClick}>
      {children}
    </button>
  );
}
