import { MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useOwnUser } from '#client/store/hooks.ts';
import { enqueue } from '#client/store/outbox/outbox.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import { TextAreaField } from '#client/ui/form/text-area-field.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { Cover } from '#client/ui/person/cover.tsx';
import { MatchSentence } from '#client/ui/person/match-sentence.tsx';
import type { FeedItem } from '#shared/api/users.ts';
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
      <div className="mb-3 flex flex-col items-center gap-2 text-center">
        <Cover id={person._id} shape="band" className="h-24 w-full rounded-box" />
        <div className="spring relative -mt-14 flex">
          <Avatar person={own} size={96} className="border-4 border-raised" />
          <Avatar person={person} size={96} className="-ms-5 border-4 border-raised" />
        </div>
        <p>{person.firstName} was interested too: you are connected.</p>
        <MatchSentence shared={shared} />
      </div>
      <TextAreaField
        label={`Message to ${person.firstName}`}
        rows={3}
        dir="auto"
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={isTooLong ? `A message has at most ${limits.chatMessage.max} characters.` : undefined}
      />
    </Dialog>
  );
}
