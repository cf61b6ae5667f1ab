import BellOff from 'lucide-react/icons/bell-off';
import Ellipsis from 'lucide-react/icons/ellipsis';
import LinkIcon from 'lucide-react/icons/link';
import MessageSquarePlus from 'lucide-react/icons/message-square-plus';
import UserMinus from 'lucide-react/icons/user-minus';
import { toast } from 'sonner';
import { copyLink } from '#client/dom/copy-link.ts';
import { useMutePersonMutation, useUnmutePersonMutation } from '#client/store/api/safety/mute-api.ts';
import { useStandIns } from '#client/store/api/use-stand-ins.ts';
import { errorMessage } from '#client/text/api-error.ts';
import { fullName } from '#client/text/person.ts';
import { Menu, type MenuItem } from '#client/ui/dialog/menu.tsx';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';
import { sharePath } from '#shared/share-path.ts';

interface Props {
  person: User;
  muted: boolean;
  /** Undefined where no request can go out, or none with a note. */
  onAskWithNote: (() => void) | undefined;
  /** Undefined where there is no connection that can be removed. */
  onRemove: (() => void) | undefined;
  /** Block and report. */
  safety: readonly MenuItem[];
}

export function ProfileMenu({ person, muted, onAskWithNote, onRemove, safety }: Props) {
  const inAccount = useStandIns().muted === 'in the account';
  const [mute] = useMutePersonMutation();
  const [unmute] = useUnmutePersonMutation();
  const toggleMuted = async () => {
    const { error } = await (muted ? unmute(person._id) : mute({ _id: person._id, name: fullName(person) }));
    if (error) return void toast.error(errorMessage(error));
    const where = inAccount ? '' : ' on this device';
    toast(muted ? `${person.firstName} is no longer muted` : `${person.firstName} is muted${where}`);
  };
  const address = person.isPublic ? sharePath.profile(person._id) : to.otherProfile(person._id);
  const items: MenuItem[] = [
    ...(onAskWithNote
      ? [{ label: 'Interested, with a note', icon: <MessageSquarePlus {...icon} />, onSelect: onAskWithNote }]
      : []),
    { label: 'Copy link', icon: <LinkIcon {...icon} />, onSelect: () => void copyLink(address) },
    {
      label: `${muted ? 'Unmute' : 'Mute'}${inAccount ? ` ${person.firstName}` : ' on this device'}`,
      icon: <BellOff {...icon} />,
      onSelect: () => void toggleMuted(),
    },
    ...(onRemove
      ? [{ label: 'Remove connection', icon: <UserMinus {...icon} />, danger: true, onSelect: onRemove }]
      : []),
    ...safety,
  ];
  return <Menu label={`More about ${person.firstName}`} trigger={<Ellipsis {...icon} />} items={items} />;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
