import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { SearchPanel } from './search-panel.tsx';

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
