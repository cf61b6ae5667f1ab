import { useAddress } from '#client/dom/use-address.ts';
import type { Order } from './arrange-feed.ts';

export type FeedView = 'cards' | 'list';

export function choicesIn(params: URLSearchParams): { order: Order; view: FeedView; skill: string } {
  return {
    order: params.get('order') === 'newest' ? 'newest' : 'match',
    view: params.get('view') === 'list' ? 'list' : 'cards',
    skill: params.get('skill') ?? '',
  };
}

/** Order, view and skill, kept in the URL; defaults are left out of it. */
export function useFeedChoices() {
  const [params, write] = useAddress();
  return {
    ...choicesIn(params),
    setOrder: (order: Order) => write({ order: order === 'match' ? '' : order }),
    setView: (view: FeedView) => write({ view: view === 'cards' ? '' : view }),
    setSkill: (skill: string) => write({ skill }),
  };
}
