import type { LucideIcon } from 'lucide-react';
import Ban from 'lucide-react/icons/ban';
import Download from 'lucide-react/icons/download';
import KeyRound from 'lucide-react/icons/key-round';
import LogIn from 'lucide-react/icons/log-in';
import LogOut from 'lucide-react/icons/log-out';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ShieldAlert from 'lucide-react/icons/shield-exclamation-point';
import Undo2 from 'lucide-react/icons/undo-2';
import UserPlus from 'lucide-react/icons/user-plus';
import UserRound from 'lucide-react/icons/user-round';
import { classNames } from '#client/lib/dom/class-names.ts';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { OlderItems } from '#client/ui/state/errors.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import type { AccountEvent, AccountEventKind } from '#shared/api/account/account.ts';
import { SettingsCard } from '../settings-card.tsx';
import { useHistoryInfiniteQuery } from './account-api.ts';

/** The account's events of the last 90 days. With the capability `account.history`. */
export function History() {
  const list = useHistoryInfiniteQuery();
  const events = list.data && eachOnce(list.data.pages.flatMap(({ items }) => items));
  return (
    <SettingsCard title="Your account’s history">
      <p className="text-muted text-small">
        What happened in the last 90 days. If there is something you do not know, change your password: it logs out
        every other device.
      </p>
      {!events && list.error === undefined && <RowBones rows={3} />}
      {events?.length === 0 && <p className="text-small">Nothing yet.</p>}
      {events !== undefined && events.length > 0 && (
        <ol aria-label="History" className="flex flex-col divide-y divide-base-300">
          {events.map((event) => (
            <EventRow key={event._id} event={event} />
          ))}
        </ol>
      )}
      <OlderItems list={list} />
    </SettingsCard>
  );
}

function EventRow({ event }: { event: AccountEvent }) {
  const { words, icon: Icon } = eventText(event);
  const place = [event.device, event.address].filter((part) => part !== undefined).join(' · ');
  const isWarning = event.kind === 'refused' || event.kind === 'code-refused';
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <span
        className={classNames(
          'grid size-9 shrink-0 place-items-center rounded-full bg-base-200',
          isWarning ? 'text-warning' : 'text-muted',
        )}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold text-small">{words}</span>
        {place !== '' && <span className="block wrap-anywhere text-muted text-small">{place}</span>}
      </span>
      <RelativeTime iso={event.at} />
    </li>
  );
}

/** Removes double rows: refused passwords of today move to the front while older pages load. */
function eachOnce(events: readonly AccountEvent[]): AccountEvent[] {
  return [...new Map(events.toReversed().map((event) => [event._id, event])).values()].toReversed();
}

interface EventText {
  words: string;
  icon: LucideIcon;
}

const texts: Record<Exclude<AccountEventKind, 'refused' | 'code-refused'>, EventText> = {
  'signed-up': { words: 'Account created', icon: UserPlus },
  'signed-in': { words: 'Logged in', icon: LogIn },
  'password-changed': { words: 'Password changed', icon: KeyRound },
  'address-changed': { words: 'Email address changed', icon: KeyRound },
  'passkey-added': { words: 'Passkey added', icon: KeyRound },
  'passkey-removed': { words: 'Passkey removed', icon: KeyRound },
  'second-factor-on': { words: 'Two-step login switched on', icon: ShieldCheck },
  'second-factor-off': { words: 'Two-step login switched off', icon: ShieldAlert },
  'recovery-code-used': { words: 'Logged in with a recovery code', icon: ShieldCheck },
  'recovery-codes-few': { words: 'Logged in with a recovery code: few are left', icon: ShieldAlert },
  'recovery-codes-made': { words: 'New recovery codes made', icon: ShieldCheck },
  'session-ended': { words: 'One device logged out from another', icon: LogOut },
  'sessions-ended': { words: 'All other devices logged out', icon: LogOut },
  exported: { words: 'Data downloaded', icon: Download },
  leaving: { words: 'Account deleted', icon: LogOut },
  'came-back': { words: 'Came back after deleting', icon: LogIn },
  blocked: { words: 'Somebody blocked', icon: Ban },
  unblocked: { words: 'A block taken back', icon: Undo2 },
  warned: { words: 'Warned by a moderator', icon: ShieldAlert },
  suspended: { words: 'Suspended', icon: ShieldAlert },
  'suspension-ended': { words: 'A suspension ended', icon: Undo2 },
  'content-hidden': { words: 'Something hidden by a moderator', icon: ShieldAlert },
  'content-shown': { words: 'Something hidden shown again', icon: Undo2 },
  'picture-erased': { words: 'A picture deleted by a moderator', icon: ShieldAlert },
};

/** An event of the account in words. A newer upstream may send kinds that are not known here. */
export function eventText({ kind, count = 1 }: AccountEvent): EventText {
  if (kind === 'refused')
    return { words: count === 1 ? 'A wrong password refused' : `${count} wrong passwords refused`, icon: ShieldAlert };
  if (kind === 'code-refused')
    return {
      words: `${count === 1 ? 'A wrong code' : `${count} wrong codes`} refused, after the right password`,
      icon: ShieldAlert,
    };
  return Object.hasOwn(texts, kind) ? texts[kind] : { words: 'Something was changed', icon: UserRound };
}
