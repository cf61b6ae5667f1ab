import { useContext } from 'react';
import { errorMessage, isApiError } from '#client/text/api-error.ts';
import { copy } from '#client/text/copy.ts';
import { mayPass } from '#client/text/may-pass.ts';
import { Button } from '#client/ui/button.tsx';
import { ServiceAwayContext } from './service-away-context.ts';

interface Props {
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
  className?: string;
}

/** Says why a small list could not be loaded, with a button that loads it again. */
export function RetryLine({ error, retrying, onRetry, className = '' }: Props) {
  const isSaid = useContext(ServiceAwayContext) && isApiError(error) && mayPass(error);
  return (
    <div
      role="alert"
      className={`flex flex-wrap items-center justify-between gap-2 text-error text-small ${className}`}
    >
      <span>{isSaid ? 'Comes by itself once the service answers.' : errorMessage(error)}</span>
      <Button pending={retrying} onClick={onRetry}>
        {copy.retry}
      </Button>
    </div>
  );
}
