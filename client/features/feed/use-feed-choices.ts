import { useSearchParams } from 'react-router-dom';
import type { Order } from './arrange-feed.ts';

export type FeedView = 'cards' | 'list';

/** Order, view and skill, as the URL has them; the usual ones are left out of it. */
export function useFeedChoices() {
  const [params, setParams] = useSearchParams();
  const choose = (name: string, value: string, usual: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === usual) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const order: Order = params.get('order') === 'newest' ? 'newest' : 'match';
  const view: FeedView = params.get('view') === 'list' ? 'list' : 'cards';
  return {
    order,
    view,
    skill: params.get('skill') ?? '',
    setOrder: (order: Order) => choose('order', order, 'match'),
    setView: (view: FeedView) => choose('view', view, 'cards'),
    setSkill: (skill: string) => choose('skill', skill, ''),
  };
}
