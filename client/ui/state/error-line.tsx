import type { ReactNode } from 'react';
import { errorMessage } from '#client/text/api-error.ts';
import { copy } from '#client/text/copy.ts';
import { Button } from '#client/ui/button.tsx';

/** Says in one line, beside what was tried, why it failed. Renders nothing without a failure. */
export function ErrorLine({ children, className = '' }: { children: ReactNode; className?: string }) {
  if (children === undefined) return null;
  return (
    <p role="alert" className={`text-error text-small ${className}`}>
      {children}
    </p>
  );
}

interface RetryLineProps {
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
  className?: string;
}

/** Says why a small list could not be loaded, with a button that loads it again. */
export function RetryLine({ error, retrying, onRetry, className = '' }: RetryLineProps) {
  return (
    <div
      role="alert"
      className={`flex flex-wrap items-center justify-between gap-2 text-error text-small ${className}`}
    >
      <span>{errorMessage(error)}</span>
      <Button pending={retrying} onClick={onRetry}>
        {copy.retry}
      </Button>
    </div>
  );
}
