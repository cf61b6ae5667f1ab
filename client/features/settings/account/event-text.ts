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
import type { AccountEvent, AccountEventKind } from '#shared/api/account.ts';

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
