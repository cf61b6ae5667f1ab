import type { LucideIcon } from 'lucide-react';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import WifiOff from 'lucide-react/icons/wifi-off';
import type { ReactNode } from 'react';
import { clockTimeOrDate } from '#client/lib/text/time.ts';

const tones = {
  plain: 'border-b border-base-300 bg-base-100 py-1',
  dark: 'bg-neutral py-2 text-neutral-content',
} as const;

interface BannerProps {
  tone?: keyof typeof tones;
  icon: LucideIcon;
  words: ReactNode;
  /** A button. */
  children?: ReactNode;
}

/** A notice in one line above every screen. */
export function Banner({ tone = 'plain', icon: Icon, words, children }: BannerProps) {
  return (
    <div className={`flex flex-wrap items-center justify-center gap-x-4 gap-y-1 px-4 text-small ${tones[tone]}`}>
      <p className="flex min-h-6 min-w-0 items-center gap-2">
        <Icon size={16} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
        <span className="wrap-anywhere">{words}</span>
      </p>
      {children}
    </div>
  );
}

/** The fault of the service, and since when. Times are in milliseconds. */
export type ServiceTrouble =
  | {
      kind: 'away';
      since: number;
      /** When the oldest answer on screen came that cannot be loaded again. */
      shownFrom?: number | undefined;
      /** The user has stopped the attempts. */
      isStopped?: boolean;
    }
  | { kind: 'no live updates'; since: number };

interface Props {
  trouble: ServiceTrouble;
  /** A button, such as that of the changes that wait for an answer. */
  children?: ReactNode;
}

/** The one line that says, above every screen, that the service does not answer, and since when. */
export function ServiceLine({ trouble, children }: Props) {
  return (
    <Banner icon={RefreshCw} words={wordsOf(trouble)}>
      {children}
    </Banner>
  );
}

function wordsOf(trouble: ServiceTrouble): string {
  const since = timeOf(trouble.since);
  if (trouble.kind === 'no live updates') return `No live updates since ${since}. Trying to connect again.`;
  const { shownFrom, isStopped = false } = trouble;
  const words = [
    `No answer from the service since ${since}.`,
    !isStopped && 'Trying again by itself.',
    shownFrom !== undefined && `What you see is from ${timeOf(shownFrom)}.`,
  ];
  return words.filter(Boolean).join(' ');
}

const timeOf = (at: number) => clockTimeOrDate(new Date(at).toISOString());

interface OfflineLineProps {
  /** When the oldest kept copy on screen was answered, in milliseconds. */
  keptAt?: number | undefined;
  /** The button of the changes that wait for the network. */
  children?: ReactNode;
}

/** The line that says, above every screen, that there is no network. */
export function OfflineLine({ keptAt, children }: OfflineLineProps) {
  const seen = keptAt === undefined ? 'may be old' : `is from ${timeOf(keptAt)}`;
  return (
    <Banner tone="dark" icon={WifiOff} words={`You are offline. What you see ${seen}.`}>
      {children}
    </Banner>
  );
}
