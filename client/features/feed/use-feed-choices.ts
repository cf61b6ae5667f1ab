import { useAddress } from '#client/lib/dom/use-address.ts';
import { type Intent, intents } from '#shared/intents.ts';
import { limits } from '#shared/limits.ts';

export interface FeedChoices {
  order: 'match' | 'newest';
  view: 'cards' | 'list';
  /** Only people with this skill; empty for all. */
  skill: string;
  /** Only people who look for this; empty for all. */
  intent: Intent | '';
  /** Only people with so many hours in common; 0 for all. */
  overlap: number;
}

export const noFilters = { skill: '', intent: '', overlap: 0 } as const satisfies Partial<FeedChoices>;

export function choicesIn(params: URLSearchParams): FeedChoices {
  const overlap = Number(params.get('overlap'));
  return {
    order: params.get('order') === 'newest' ? 'newest' : 'match',
    view: params.get('view') === 'list' ? 'list' : 'cards',
    skill: params.get('skill') ?? '',
    intent: intents.find((intent) => intent === params.get('intent')) ?? '',
    overlap: Number.isInteger(overlap) && overlap > 0 && overlap <= limits.overlap.max ? overlap : 0,
  };
}

export function isNarrowed({ skill, intent, overlap }: FeedChoices): boolean {
  return skill !== '' || intent !== '' || overlap !== 0;
}

/** Order, view and filters, kept in the URL; defaults are left out of it. */
export function useFeedChoices() {
  const [params, write] = useAddress();
  return {
    ...choicesIn(params),
    choose: ({ order, view, overlap, ...rest }: Partial<FeedChoices>) =>
      write({
        ...rest,
        ...(order !== undefined && { order: order === 'match' ? '' : order }),
        ...(view !== undefined && { view: view === 'cards' ? '' : view }),
        ...(overlap !== undefined && { overlap: overlap === 0 ? '' : String(overlap) }),
      }),
  };
}
