import { RetryLine } from '#client/ui/state/retry-line.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';

interface Props {
  query: { data?: unknown; error?: unknown; isFetching: boolean; refetch: () => unknown };
  /** How many rows the list is likely to have. */
  rows: number;
}

/** In place of a list that is not there yet: its outline, or why it could not be loaded. */
export function WhileLoading({ query: { data, error, isFetching, refetch }, rows }: Props) {
  if (data !== undefined) return null;
  if (error === undefined) return <RowBones rows={rows} />;
  return <RetryLine error={error} retrying={isFetching} onRetry={() => void refetch()} />;
}
