import { classNames } from '#client/lib/dom/class-names.ts';
import { shortCount } from '#client/lib/text/short-count.ts';

export interface Counted {
  count: number;
  /** The words after the number, for screen readers. */
  word: string;
}

export function Count({ count, word, className }: Counted & { className?: string }) {
  return (
    <span
      className={classNames(
        'shrink-0 rounded-full bg-primary px-2 font-mono text-micro text-primary-content',
        className,
      )}
    >
      {shortCount(count)}
      <span className="sr-only"> {word}</span>
    </span>
  );
}

/** On the corner of an icon. The accessible name of the link or button must say the number. */
export function CornerCount({ count }: { count: number }) {
  return (
    <span
      aria-hidden="true"
      className="corner-count absolute start-1/2 top-0 rounded-full bg-primary px-[6px] font-mono text-micro text-primary-content"
    >
      {shortCount(count)}
    </span>
  );
}
