import Clock from 'lucide-react/icons/clock';
import { Button } from '#client/ui/button.tsx';

interface Props {
  recent: readonly string[];
  onSearch: (query: string) => void;
  onClear: () => void;
}

export function RecentList({ recent, onSearch, onClear }: Props) {
  return (
    <section aria-labelledby="recent-searches">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h2 id="recent-searches" className="text-h3">
          Recent searches
        </h2>
        <Button look="quiet" onClick={onClear}>
          Clear
        </Button>
      </div>
      <ul className="card divide-y divide-base-300">
        {recent.map((query) => (
          <li key={query}>
            <button
              type="button"
              className="flex min-h-11 w-full items-center gap-3 px-4 text-start hover:bg-base-content/6"
              onClick={() => onSearch(query)}
            >
              <Clock size={16} strokeWidth={1.75} aria-hidden="true" className="text-muted" />
              <span dir="auto" className="truncate">
                {query}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
