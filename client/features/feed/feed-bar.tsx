import { LayoutGrid, Square } from 'lucide-react';
import type { Order } from './arrange-feed.ts';
import type { FeedView } from './use-feed-choices.ts';

interface Props {
  order: Order;
  view: FeedView;
  skill: string;
  skills: readonly string[];
  onOrder: (order: Order) => void;
  onView: (view: FeedView) => void;
  onSkill: (skill: string) => void;
}

/** Order, view and skill filter: all of it lives in the URL. */
export function FeedBar({ order, view, skill, skills, onOrder, onView, onSkill }: Props) {
  const chips = skill !== '' && !skills.includes(skill) ? [skill, ...skills] : skills;
  return (
    <div className="mb-4 flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <fieldset aria-label="Order" className="join">
          <Choice label="Best match" pressed={order === 'match'} onPress={() => onOrder('match')} />
          <Choice label="Newest" pressed={order === 'newest'} onPress={() => onOrder('newest')} />
        </fieldset>
        <fieldset aria-label="View" className="join">
          <Choice label="Cards" pressed={view === 'cards'} onPress={() => onView('cards')}>
            <Square size={16} strokeWidth={1.75} aria-hidden="true" />
          </Choice>
          <Choice label="List" pressed={view === 'list'} onPress={() => onView('list')}>
            <LayoutGrid size={16} strokeWidth={1.75} aria-hidden="true" />
          </Choice>
        </fieldset>
      </div>
      {chips.length > 0 && (
        <fieldset
          aria-label="Only people with"
          className="flex min-w-0 gap-1.5 overflow-x-auto pb-1 max-sm:-mx-4 max-sm:px-4"
        >
          {chips.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === skill}
              className={`min-h-8 shrink-0 rounded-selector border px-2.5 font-mono text-micro pointer-coarse:min-h-11 ${
                name === skill
                  ? 'border-primary bg-primary text-primary-content'
                  : 'border-base-300 bg-base-100 hover:border-outline'
              }`}
              onClick={() => onSkill(name === skill ? '' : name)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}

function Choice({
  label,
  pressed,
  onPress,
  children,
}: {
  label: string;
  pressed: boolean;
  onPress: () => void;
  children?: React.ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={`btn join-item btn-sm ${pressed ? 'btn-neutral' : 'btn-outline bg-base-100'}`}
      onClick={onPress}
    >
      {children}
      {label}
    </button>
  );
}
