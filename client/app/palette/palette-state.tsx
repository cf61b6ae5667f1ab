import { RetryLine } from '#client/ui/state/retry-line.tsx';
import type { Asked } from './use-asked.ts';

interface Props {
  q: string;
  /** Whether no row is shown. */
  isEmpty: boolean;
  asked: Asked;
}

/** Below the rows: why there are no more of them. */
export function PaletteState({ q, isEmpty, asked }: Props) {
  if (asked.isOffline) return <p className={line}>You are offline. This finds only what is known on this device.</p>;
  if (asked.error !== undefined)
    return (
      <RetryLine error={asked.error} retrying={asked.isPending} onRetry={asked.retry} className="px-5 pt-1 pb-4" />
    );
  if (q === '' || !isEmpty) return null;
  if (asked.isPending) return <p className={line}>Searching…</p>;
  return (
    <p className={`${line} pt-10 text-center`}>
      Nothing fits “<span dir="auto">{q}</span>”.
    </p>
  );
}

const line = 'px-5 py-3 text-muted text-small wrap-anywhere';
