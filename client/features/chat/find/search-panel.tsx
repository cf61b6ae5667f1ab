import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useRef } from 'react';
import { SearchInput } from '#client/ui/form/search-input.tsx';

interface Props {
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
export function SearchPanel({ label, query, onQuery, onClose, onStep, tools, children }: Props) {
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
