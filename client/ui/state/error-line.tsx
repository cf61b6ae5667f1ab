import type { ReactNode } from 'react';

/** Says in one line, beside what was tried, why it failed. Renders nothing without a failure. */
export function ErrorLine({ children, className = '' }: { children: ReactNode; className?: string }) {
  if (children === undefined) return null;
  return (
    <p role="alert" className={`text-error text-small ${className}`}>
      {children}
    </p>
  );
}
