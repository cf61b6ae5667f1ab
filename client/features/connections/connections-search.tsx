import type { Ref } from 'react';
import { SearchInput } from '#client/ui/form/search-input.tsx';
import { SortSelect } from '#client/ui/form/sort-select.tsx';
import type { ConnectionOrder } from './connection-rows.ts';

const orders: Record<ConnectionOrder, string> = { recent: 'Recent chat', name: 'Name' };

interface Props {
  ref: Ref<HTMLInputElement>;
  query: string;
  onQuery: (text: string) => void;
  onClear: () => void;
  /** Undefined where the upstream has no list of conversations to order by. */
  order: ConnectionOrder | undefined;
  onOrder: (order: ConnectionOrder) => void;
}

export function ConnectionsSearch({ ref, query, onQuery, onClear, order, onOrder }: Props) {
  return (
    <search className="mb-4 flex flex-wrap items-center gap-3">
      <SearchInput
        ref={ref}
        label="Search connections"
        text={query}
        onText={onQuery}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClear();
        }}
      />
      {order && <SortSelect value={order} options={orders} onChange={onOrder} />}
    </search>
  );
}
