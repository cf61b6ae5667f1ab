import type { Ref } from 'react';
import { SearchInput } from '#client/ui/form/search-input.tsx';

interface Props {
  ref: Ref<HTMLInputElement>;
  query: string;
  onQuery: (text: string) => void;
  onClear: () => void;
}

export function ConnectionsSearch({ ref, query, onQuery, onClear }: Props) {
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
    </search>
  );
}
