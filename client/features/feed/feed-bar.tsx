import LayoutGrid from 'lucide-react/icons/layout-grid';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Square from 'lucide-react/icons/square';
import { useMediaQuery } from '#client/lib/dom/window-state.ts';
import { intentWords } from '#client/lib/text/match-words.ts';
import { FilterChip, JoinedChoice } from '#client/ui/chips.tsx';
import { Popover } from '#client/ui/dialog/popover.tsx';
import { SelectField } from '#client/ui/form/field.tsx';
import { type Intent, intents } from '#shared/intents.ts';
import type { FeedChoices } from './use-feed-choices.ts';

interface Props {
  choices: FeedChoices;
  skills: readonly string[];
  /** Whether the upstream takes an order and a skill: with the capability `feed.ranked`. */
  isRanked: boolean;
  /** With the capability `profile.intent`. */
  hasIntents: boolean;
  /** While loading, the row of skills keeps its height. */
  isLoading: boolean;
  onChoose: (choice: Partial<FeedChoices>) => void;
}

/** Order, view and filters, all kept in the URL. On a phone one row; the rest is in a sheet. */
export function FeedBar(props: Props) {
  const { choices, isRanked, hasIntents, onChoose } = props;
  const { order } = choices;
  const isPhone = useMediaQuery('(width < 40rem)');
  return (
    <div className="mb-2 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 tabIndex={-1} className="me-auto text-h1">
          Feed
        </h1>
        {isRanked && (
          <fieldset aria-label="Order" className="join">
            <JoinedChoice label="Best match" pressed={order === 'match'} onPress={() => onChoose({ order: 'match' })} />
            <JoinedChoice label="Newest" pressed={order === 'newest'} onPress={() => onChoose({ order: 'newest' })} />
          </fieldset>
        )}
        {!isPhone && <View {...props} />}
        {(isPhone || hasIntents) && <Filters {...props} isPhone={isPhone} />}
      </div>
      {!isPhone && isRanked && <Skills {...props} />}
    </div>
  );
}

/** Behind one button: on a phone everything but the order, elsewhere what people look for. */
function Filters({ isPhone, ...props }: Props & { isPhone: boolean }) {
  const { choices, isRanked, hasIntents } = props;
  const label = isPhone ? 'Filters and view' : 'Filters';
  const inUse = filtersInWords(choices, isPhone);
  return (
    <Popover
      label={[label, ...inUse].join(', ')}
      title={label}
      trigger={<SlidersHorizontal size={20} strokeWidth={1.75} aria-hidden="true" />}
      className={`btn-square btn-sm -me-2 ${inUse.length === 0 ? '' : 'text-primary'}`}
      panelLabel={label}
      panelClassName={isPhone ? 'sheet-on-phone w-full' : 'w-72'}
    >
      {() => (
        <div className="flex flex-col gap-4 p-3">
          {isPhone && <View {...props} />}
          {hasIntents && <Wishes {...props} />}
          {isPhone && isRanked && <Skills {...props} wrapped />}
        </div>
      )}
    </Popover>
  );
}

function filtersInWords({ skill, intent, overlap }: FeedChoices, withSkill: boolean): string[] {
  return [
    ...(withSkill && skill !== '' ? [skill] : []),
    ...(intent === '' ? [] : [`wants to ${intentWords[intent]}`]),
    ...(overlap === 0 ? [] : [overlapInWords(overlap)]),
  ];
}

const overlapInWords = (hours: number) => `${hours} h or more in common`;

function Wishes({ choices, onChoose }: Props) {
  const { intent, overlap } = choices;
  return (
    <>
      <SelectField
        label="Wants to"
        value={intent}
        onChange={(event) => onChoose({ intent: event.target.value as Intent | '' })}
      >
        <option value="">Anything</option>
        {intents.map((each) => (
          <option key={each} value={each}>
            {intentWords[each]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Working hours in common"
        hint="Of 9:00 to 18:00. Finds people who show their time zone."
        value={overlap}
        onChange={(event) => onChoose({ overlap: Number(event.target.value) })}
      >
        <option value={0}>Any</option>
        {[...new Set([2, 4, 6, 8, overlap])]
          .filter((hours) => hours > 0)
          .sort()
          .map((hours) => (
            <option key={hours} value={hours}>
              {overlapInWords(hours)}
            </option>
          ))}
      </SelectField>
    </>
  );
}

function View({ choices: { view }, onChoose }: Props) {
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
  return (
    <fieldset aria-label="View" className="join">
      <JoinedChoice label="Cards" pressed={view === 'cards'} onPress={() => onChoose({ view: 'cards' })}>
        <Square {...icon} />
      </JoinedChoice>
      <JoinedChoice label="List" pressed={view === 'list'} onPress={() => onChoose({ view: 'list' })}>
        <LayoutGrid {...icon} />
      </JoinedChoice>
    </fieldset>
  );
}

function Skills({ choices: { skill }, skills, isLoading, onChoose, wrapped = false }: Props & { wrapped?: boolean }) {
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
          onPress={() => onChoose({ skill: name === skill ? '' : name })}
        />
      ))}
    </fieldset>
  );
}
