import { useAddress } from '#client/dom/use-address.ts';
import type { Order } from './arrange-feed.ts';

export type FeedView = 'cards' | 'list';

/** Order, view and skill, kept in the URL; defaults are left out of it. */
export function useFeedChoices() {
  const [params, write] = useAddress();
  const order: Order = params.get('order') === 'newest' ? 'newest' : 'match';
  const view: FeedView = params.get('view') === 'list' ? 'list' : 'cards';
  return {
    order,
    view,
    skill: params.get('skill') ?? '',
    setOrder: (order: Order) => write({ order: order === 'match' ? '' : order }),
    setView: (view: FeedView) => write({ view: view === 'cards' ? '' : view }),
    setSkill: (skill: string) => write({ skill }),
  };
}
