import BellOff from 'lucide-react/icons/bell-off';
import Ellipsis from 'lucide-react/icons/ellipsis';
import LinkIcon from 'lucide-react/icons/link';
import MessageSquarePlus from 'lucide-react/icons/message-square-plus';
import UserMinus from 'lucide-react/icons/user-minus';
import { useState } from 'react';
import { toast } from 'sonner';
import { useCapability } from '#client/api/capabilities.ts';
import { useMutePersonMutation, useUnmutePersonMutation } from '#client/api/safety/mute-api.ts';
import type { RelationWith } from '#client/api/use-relation.ts';
import { copyLink } from '#client/lib/dom/clipboard.ts';
import { useOnline } from '#client/lib/dom/window-state.ts';
import { errorMessage } from '#client/lib/text/api-error.ts';
import { fullName } from '#client/lib/text/person.ts';
import { useButtonFlag } from '#client/state/use-button-flag.ts';
import { Menu, type MenuItem } from '#client/ui/dialog/popover.tsx';
import { NoteField } from '#client/ui/form/note-field.tsx';
import { RelationButtons } from '#client/ui/person/relation.tsx';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';
import { sharePath } from '#shared/share-page.ts';

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
  const canMute = useCapability('safety');
  const [mute] = useMutePersonMutation();
  const [unmute] = useUnmutePersonMutation();
  const toggleMuted = async () => {
    const { error } = await (muted ? unmute(person._id) : mute({ _id: person._id, name: fullName(person) }));
    if (error) return void toast.error(errorMessage(error));
    toast(muted ? `${person.firstName} is no longer muted` : `${person.firstName} is muted`);
  };
  const address = person.isPublic ? sharePath.profile(person._id) : to.otherProfile(person._id);
  const items: MenuItem[] = [
    ...(onAskWithNote
      ? [{ label: 'Interested, with a note', icon: <MessageSquarePlus {...icon} />, onSelect: onAskWithNote }]
      : []),
    { label: 'Copy link', icon: <LinkIcon {...icon} />, onSelect: () => void copyLink(address) },
    ...(canMute
      ? [
          {
            label: `${muted ? 'Unmute' : 'Mute'} ${person.firstName}`,
            icon: <BellOff {...icon} />,
            onSelect: () => void toggleMuted(),
          },
        ]
      : []),
    ...(onRemove
      ? [{ label: 'Remove connection', icon: <UserMinus {...icon} />, danger: true, onSelect: onRemove }]
      : []),
    ...safety,
  ];
  return <Menu label={`More about ${person.firstName}`} trigger={<Ellipsis {...icon} />} items={items} />;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface RelationControlProps {
  person: User;
  relationWith: RelationWith;
  /** Whether a note goes out with Interested; the menu beside the buttons asks for it. */
  withNote: boolean;
}

/** The buttons that change the relation to this person. */
export function RelationControl({ person, relationWith, withNote }: RelationControlProps) {
  const { relation, isKnown, canWithdraw, pending, act } = relationWith;
  const online = useOnline();
  const [note, setNote] = useState('');
  // A decision offline could not be sent, and one before the relation is known could be the wrong one.
  const hidesButtons = useButtonFlag('hideButton', !isKnown || !online);
  // In their place, so that what is beside and below does not move when they come.
  if (hidesButtons) return <div className="min-h-10 flex-1" />;
  return (
    <RelationButtons
      person={person}
      relation={relation}
      canWithdraw={canWithdraw}
      pending={pending}
      onAct={(action) => void act(action, action === 'interested' ? note : undefined)}
      className="flex-1 sm:justify-end max-sm:*:[.btn]:flex-1"
    >
      {withNote && (
        <NoteField person={person} note={note} onChange={setNote} isOpen className="basis-full lg:max-w-76" />
      )}
    </RelationButtons>
  );
}
