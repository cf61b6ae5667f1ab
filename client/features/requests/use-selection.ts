import { useState } from 'react';
import type { ReceivedRequest } from '#shared/api/requests.ts';

export type Selection = ReturnType<typeof useSelection>;

/** Which of the selectable requests the user has ticked, to answer them together. */
export function useSelection(selectable: readonly ReceivedRequest[]) {
  const [isOn, setOn] = useState(false);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = selectable.filter(({ _id }) => ids.has(_id));
  const allChosen = chosen.length > 0 && chosen.length === selectable.length;

  const turn = (on: boolean) => {
    setOn(on);
    setIds(new Set());
  };
  const toggle = (requestId: string) => {
    const next = new Set(ids);
    if (!next.delete(requestId)) next.add(requestId);
    setIds(next);
  };
  const toggleAll = () => setIds(allChosen ? new Set() : new Set(selectable.map(({ _id }) => _id)));
  return { isOn, turn, chosen, allChosen, has: (requestId: string) => ids.has(requestId), toggle, toggleAll };
}
