import EyeOff from 'lucide-react/icons/eye-off';
import { absoluteTime } from '#client/lib/text/time.ts';
import type { HiddenNotice } from '#shared/api/parts.ts';

/** Tells the owner what a moderator has hidden from others, since when and why. */
export function HiddenNote({
  what,
  notice: { reason, since },
  children,
}: {
  what: string;
  notice: HiddenNotice;
  /** The steps that the owner can take. */
  children?: string;
}) {
  return (
    <section aria-label="Hidden by a moderator" className="alert alert-soft alert-warning items-start">
      <EyeOff size={20} strokeWidth={1.75} aria-hidden="true" />
      <div className="min-w-0">
        <p className="font-semibold">
          {what} hidden from others by a moderator since {absoluteTime(since)}.
        </p>
        <p className="wrap-anywhere" dir="auto">
          {reason}
        </p>
        {children !== undefined && <p>{children}</p>}
      </div>
    </section>
  );
}
