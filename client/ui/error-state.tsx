import { CircleAlert } from 'lucide-react';
import { copy } from '#client/text/copy.ts';
import { failureOf } from '#client/text/failure.ts';
import { Button } from './button.tsx';
import { ServerWords } from './server-words.tsx';

interface Props {
  title?: string;
  /** What the call rejected with. */
  error: unknown;
  onRetry?: () => void;
  retrying?: boolean;
}

/** A failed load, in its place: what happened, then the next step. */
export function ErrorState({ title = 'This could not be loaded', error, onRetry, retrying = false }: Props) {
  const { message, details } = failureOf(error);
  return (
    <div role="alert" className="card items-center gap-3 px-6 py-10 text-center">
      <CircleAlert size={24} strokeWidth={1.75} className="text-error" aria-hidden="true" />
      <p className="text-h3">{title}</p>
      <p className="max-w-md text-balance text-muted">{message}</p>
      <ServerWords words={details} />
      {onRetry && (
        <Button className="mt-2" pending={retrying} onClick={onRetry}>
          {copy.retry}
        </Button>
      )}
    </div>
  );
}
