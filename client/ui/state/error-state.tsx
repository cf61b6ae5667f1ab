import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import { useContext, useState } from 'react';
import { isApiError } from '#client/text/api-error.ts';
import { copy } from '#client/text/copy.ts';
import { failureOf } from '#client/text/failure.ts';
import { mayPass } from '#client/text/may-pass.ts';
import { Button } from '#client/ui/button.tsx';
import { ServerWords } from './server-words.tsx';
import { ServiceAwayContext } from './service-away-context.ts';

interface Props {
  title?: string;
  /** The error that the call rejected with. */
  error: unknown;
  /** Resolves once there is an answer. */
  onRetry?: () => unknown;
}

/** Shown in place of content that could not be loaded: says what happened, and offers the next step. */
export function ErrorState({ title = 'This could not be loaded', error, onRetry }: Props) {
  const { message, details } = failureOf(error);
  // The frame says then what is wrong.
  const isSaid = useContext(ServiceAwayContext) && isApiError(error) && mayPass(error);
  // Pending only after a press: recovery also repeats the call in the background, which must not show.
  const [pending, setPending] = useState(false);
  const retry = async () => {
    setPending(true);
    await onRetry?.();
    setPending(false);
  };
  return (
    <div role="alert" className="card items-center gap-3 px-6 py-10 text-center">
      <CircleAlert size={24} strokeWidth={1.75} className="text-error" aria-hidden="true" />
      <p className="text-h3">{title}</p>
      <p className="max-w-md text-balance text-muted">
        {isSaid ? 'It comes by itself once the service answers.' : message}
      </p>
      {!isSaid && <ServerWords words={details} />}
      {onRetry && (
        <Button className="mt-2" pending={pending} onClick={() => void retry()}>
          {copy.retry}
        </Button>
      )}
    </div>
  );
}
