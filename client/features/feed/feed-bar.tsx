import LayoutGrid from 'lucide-react/icons/layout-grid';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Square from 'lucide-react/icons/square';
import type { ReactNode } from 'react';
import { useMediaQuery } from '#client/dom/use-media-query.ts';
import { Popover } from '#client/ui/dialog/popover.tsx';
import { FilterChip } from '#client/ui/filter-chip.tsx';
import type { Order } from './arrange-feed.ts';
import type { FeedView } from './use-feed-choices.ts';

interface Props {
  order: Order;
  view: FeedView;
  skill: string;
  skills: readonly string[];
  /** While loading, the row of skills keeps its height. */
  isLoading: boolean;
  onOrder: (order: Order) => void;
  onView: (view: FeedView) => void;
  onSkill: (skill: string) => void;
}

/** Order, view and skill filter, all kept in the URL. On a phone one row; the rest is in a sheet. */
export function FeedBar(props: Props) {
  const { order, onOrder, skill } = props;
  const isPhone = useMediaQuery('(width < 40rem)');
  return (
    <div className="mb-2 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 tabIndex={-1} className="me-auto text-h1">
          Feed
        </h1>
        <fieldset aria-label="Order" className="join">
          <Choice label="Best match" pressed={order === 'match'} onPress={() => onOrder('match')} />
          <Choice label="Newest" pressed={order === 'newest'} onPress={() => onOrder('newest')} />
        </fieldset>
        {isPhone ? (
          <Popover
            label={skill === '' ? 'Filters and view' : `Filters and view, ${skill}`}
            trigger={<SlidersHorizontal size={20} strokeWidth={1.75} aria-hidden="true" />}
            className={`btn-square btn-sm -me-2 ${skill === '' ? '' : 'text-primary'}`}
            panelLabel="Filters and view"
            panelClassName="sheet-on-phone w-full"
          >
            {() => (
              <div className="flex flex-col gap-4 p-3">
                <View {...props} />
                <Skills {...props} wrapped />
              </div>
            )}
          </Popover>
        ) : (
          <View {...props} />
        )}
      </div>
      {!isPhone && <Skills {...props} />}
    </div>
  );
}

function View({ view, onView }: Props) {
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
  return (
    <fieldset aria-label="View" className="join">
      <Choice label="Cards" pressed={view === 'cards'} onPress={() => onView('cards')}>
        <Square {...icon} />
      </Choice>
      <Choice label="List" pressed={view === 'list'} onPress={() => onView('list')}>
        <LayoutGrid {...icon} />
      </Choice>
    </fieldset>
  );
}

function Skills({ skill, skills, isLoading, onSkill, wrapped = false }: Props & { wrapped?: boolean }) {
  const chips = skill !== '' && !skills.includes(skill) ? [skill, ...skills] : skills;
  if (chips.length === 0) return isLoading ? <div className="mb-1 h-8 pointer-coarse:h-11" /> : null;
  return (
    <fieldset
      aria-label="Only people with"
      className={`flex min-w-0 gap-1.5 ${wrapped ? 'flex-wrap' : 'overflow-x-auto pb-1'}`}
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
  );
}

interface ChoiceProps {
  label: string;
  pressed: boolean;
  onPress: () => void;
  children?: ReactNode;
}

function Choice({ label, pressed, onPress, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={`btn join-item btn-sm px-[12px] ${pressed ? 'btn-neutral' : 'btn-outline bg-base-100'}`}
      onClick={onPress}
    >
      {children}
      {label}
    </button>
  );
}
