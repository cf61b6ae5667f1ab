import MessageSquare from 'lucide-react/icons/message-square';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useMediaQuery } from '#client/dom/use-media-query.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { enqueue } from '#client/store/outbox/outbox.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import { TextAreaField } from '#client/ui/form/text-area-field.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { Cover } from '#client/ui/person/cover.tsx';
import { MatchSentence } from '#client/ui/person/match-sentence.tsx';
import type { FeedItem, User } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';
import { to } from '#shared/routes.ts';

interface Props {
  person: FeedItem;
  shared: readonly string[];
  onClose: () => void;
}

/** Shown when interest is mutual: both photos, the shared skills, and a field for the first message. */
export function MatchMoment({ person, shared, onClose }: Props) {
  const own = useOwnUser();
  const navigate = useNavigate();
  const hasMouse = useMediaQuery('(pointer: fine)');
  const [text, setText] = useState('');
  const isTooLong = text.length > limits.chatMessage.max;
  const canSend = text.trim() !== '' && !isTooLong;

  // The conversation shows whether the message has arrived.
  const send = () => {
    if (!canSend) return;
    enqueue(own._id, { peerId: person._id, text, after: null });
    void navigate(to.chat(person._id));
  };
  return (
    <Dialog
      title={`You and ${person.firstName} are connected`}
      onClose={onClose}
      picture={<BothFaces own={own} person={person} />}
      actions={
        <>
          <Button onClick={onClose}>Keep looking</Button>
          <Button look="primary" aria-disabled={!canSend} onClick={send}>
            <MessageSquare size={16} strokeWidth={1.75} aria-hidden="true" />
            Send
          </Button>
        </>
      }
    >
      <div className="mb-4 flex flex-col items-center gap-1 text-center">
        <p className="text-muted">{person.firstName} was interested too.</p>
        <MatchSentence shared={shared} />
      </div>
      <TextAreaField
        label={`Message to ${person.firstName}`}
        rows={3}
        dir="auto"
        // On a phone the keyboard would cover the two faces.
        data-autofocus={hasMouse || undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={isTooLong ? `A message has at most ${limits.chatMessage.max} characters.` : undefined}
      />
    </Dialog>
  );
}

/** The colours of both people side by side, and their faces, which come together from both sides. */
function BothFaces({ own, person }: { own: User; person: User }) {
  return (
    <>
      <div className="grid grid-cols-2">
        <Cover id={own._id} src={own.coverUrl} isOwn shape="band" className="h-32" />
        <Cover id={person._id} src={person.coverUrl} shape="band" className="h-32" />
      </div>
      <div className="relative -mt-17 flex justify-center">
        <Avatar person={own} isOwn size={132} className="meet border-4 border-raised" />
        <Avatar person={person} size={132} className="meet -ms-6 border-4 border-raised" />
      </div>
    </>
  );
}
