import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import type { ReactNode } from 'react';

interface Props {
  words: string;
  /** As the upstream said it; a record of an older version may have none. */
  reason: string | undefined;
  children: ReactNode;
}

/** Below a message: why it, or a change of it, was refused, and the buttons for what the user can do. */
export function RefusedLine({ words, reason, children }: Props) {
  return (
    <div className="mt-1 flex flex-wrap items-center justify-end gap-x-1 text-small">
      <span className="flex items-center gap-1 text-error">
        <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
        {words} {reason}
      </span>
      {children}
    </div>
  );
}
