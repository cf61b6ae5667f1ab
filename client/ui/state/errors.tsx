import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import { createContext, type ReactNode, type RefObject, useContext, useState } from 'react';
import { errorMessage, failureOf, isApiError, mayPass } from '#client/lib/text/api-error.ts';
import { copy } from '#client/lib/text/copy.ts';
import { Button } from '../button.tsx';

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

interface LineProps {
  children?: ReactNode;
  /** The error that a call rejected with, in the place of words. */
  error?: unknown;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  className?: string;
}

/** Says in one line why something failed, and offers to try it again. Renders nothing without a failure. */
export function ErrorLine({ children, error, onRetry, retrying = false, className = '' }: LineProps) {
  const isSaid = useContext(ServiceAwayContext) && isApiError(error) && mayPass(error);
  const reason = error === undefined ? children : errorMessage(error);
  if (reason === undefined) return null;
  if (!onRetry)
    return (
      <p role="alert" className={`text-error text-small ${className}`}>
        {reason}
      </p>
    );
  return (
    <div
      role="alert"
      className={`flex flex-wrap items-center justify-between gap-2 text-error text-small ${className}`}
    >
      <span>{isSaid ? 'Comes by itself once the service answers.' : reason}</span>
      <Button pending={retrying} onClick={onRetry}>
        {copy.retry}
      </Button>
    </div>
  );
}

interface OlderItemsProps {
  /** An infinite query. */
  list: {
    data?: unknown;
    error?: unknown;
    isFetching: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    hasNextPage: boolean;
    refetch: () => unknown;
    fetchNextPage: () => unknown;
  };
  /** Takes the focus when the button to try again goes. */
  heading?: RefObject<HTMLElement | null>;
}

/** Below a list that is loaded page by page: why a page could not be loaded, or the button for the next one. */
export function OlderItems({ list, heading }: OlderItemsProps) {
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage } = list;
  const retry = () => {
    heading?.current?.focus();
    void (data === undefined ? list.refetch() : list.fetchNextPage());
  };
  if (error !== undefined && (data === undefined || isFetchNextPageError))
    return <ErrorLine error={error} retrying={isFetching} onRetry={retry} />;
  return (
    hasNextPage && (
      <Button
        look="quiet"
        className="btn-sm self-start pointer-coarse:min-h-11"
        pending={isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        Show older
      </Button>
    )
  );
}

/** The server's own words, where the message above them is a sentence of ours. */
export function ServerWords({ words }: { words: string | undefined }) {
  if (words === undefined) return null;
  return (
    <details className="mt-1 w-full text-start text-small">
      <summary className="cursor-pointer font-semibold">Details</summary>
      <p className="mt-1 max-h-40 overflow-auto font-mono text-micro break-words whitespace-pre-wrap">{words}</p>
    </details>
  );
}

/** Whether the frame says that the service does not answer: boxes in the screen then need not say it again. */
export const ServiceAwayContext = createContext(false);
