import { LayoutGrid, Square } from 'lucide-react';
import { FilterChip } from '#client/ui/filter-chip.tsx';
import type { Order } from './arrange-feed.ts';
import type { FeedView } from './use-feed-choices.ts';

interface Props {
  order: Order;
  view: FeedView;
  skill: string;
  skills: readonly string[];
  /** The skills come with the people: until then their row keeps its place. */
  isLoading: boolean;
  onOrder: (order: Order) => void;
  onView: (view: FeedView) => void;
  onSkill: (skill: string) => void;
}

/** Order, view and skill filter: all of it lives in the URL. */
export function FeedBar({ order, view, skill, skills, isLoading, onOrder, onView, onSkill }: Props) {
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
      {chips.length === 0 && isLoading && <div className="mb-1 h-8 pointer-coarse:h-11" />}
      {chips.length > 0 && (
        <fieldset
          aria-label="Only people with"
          className="flex min-w-0 gap-1.5 overflow-x-auto pb-1 max-sm:-mx-4 max-sm:px-4"
        >
          {chips.map((name) => (
            <FilterChip
              key={name}
              label={name}
              pressed={name === skill}
              onPress={() => onSkill(name === skill ? '' : name)}
            />
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
