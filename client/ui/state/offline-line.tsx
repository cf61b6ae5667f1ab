import WifiOff from 'lucide-react/icons/wifi-off';
import type { ReactNode } from 'react';
import { clockTimeOrDate } from '#client/text/time.ts';

interface Props {
  /** When the oldest kept copy on screen was answered, in milliseconds. */
  keptAt?: number | undefined;
  /** The button of the changes that wait for the network. */
  children?: ReactNode;
}

/** The line that says, above every screen, that there is no network. */
export function OfflineLine({ keptAt, children }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-neutral px-4 py-2 text-small text-neutral-content">
      <p className="flex items-center gap-2">
        <WifiOff size={16} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
        {keptAt === undefined
          ? 'You are offline. What you see may be old.'
          : `You are offline. What you see is from ${clockTimeOrDate(new Date(keptAt).toISOString())}.`}
      </p>
      {children}
    </div>
  );
}
