import MessageSquare from 'lucide-react/icons/message-square';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePreferences } from '#client/lib/device/preferences.ts';
import { storedValue, textOrEmpty } from '#client/lib/device/stored-value.ts';
import { userKey } from '#client/lib/device/user-storage.ts';
import { isComposing } from '#client/lib/dom/focus.ts';
import { useMediaQuery } from '#client/lib/dom/window-state.ts';
import { reasonsToMeet } from '#client/lib/text/match-words.ts';
import { starters } from '#client/lib/text/project-words.ts';
import { enqueue } from '#client/live/outbox.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import { TextAreaField } from '#client/ui/form/field.tsx';
import { Avatar, Cover } from '#client/ui/person/avatar.tsx';
import { MatchSentence } from '#client/ui/person/person-facts.tsx';
import { RequestNote } from '#client/ui/person/relation.tsx';
import type { User } from '#shared/api/users.ts';
import { lengthOf, limits } from '#shared/limits.ts';
import { to } from '#shared/routes.ts';
import type { Match } from './use-match-moment.tsx';
import './match-moment.css';

interface Props extends Match {
  later: string;
  onClose: () => void;
}

/** Shown when two people become connected: both photos, what they share, and a field for the first message. */
export function MatchMoment({ person, note, story, later, onClose }: Props) {
  const own = useOwnUser();
  const navigate = useNavigate();
  const hasMouse = useMediaQuery('(pointer: fine)');
  const { enterSends } = usePreferences();
  // The draft of the conversation: closing the dialog, in whichever way, loses nothing.
  const draft = storedValue(userKey(own._id, `draft:chat:${person._id}`), textOrEmpty);
  const [text, setText] = useState(draft.read);
  const area = useRef<HTMLTextAreaElement>(null);
  const storyId = useId();
  const lines = starters(own, person);
  const isTooLong = lengthOf(text) > limits.chatMessage.max;
  const canSend = text.trim() !== '' && !isTooLong;

  const write = (next: string) => {
    setText(next);
    if (next === '') draft.remove();
    else draft.write(next);
  };
  const choose = (line: string) => {
    const isUnchanged = text.trim() === '' || lines.includes(text);
    write(isUnchanged ? line : `${text.trimEnd()} ${line}`);
    area.current?.focus();
  };
  // The conversation shows whether the message has arrived.
  const send = () => {
    if (!canSend) return area.current?.focus();
    draft.remove();
    enqueue(own._id, { peerId: person._id, text: text.trim(), after: null });
    void navigate(to.chat(person._id));
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event)) return;
    const sends = event.ctrlKey || event.metaKey || (!event.shiftKey && enterSends && hasMouse);
    if (!sends) return;
    event.preventDefault();
    send();
  };
  return (
    <Dialog
      title={`You and ${person.firstName} are connected`}
      describedBy={storyId}
      onClose={onClose}
      picture={<BothFaces own={own} person={person} />}
      actions={
        <>
          <Button onClick={onClose}>{later}</Button>
          <Button look="primary" aria-disabled={!canSend} onClick={send}>
            <MessageSquare size={16} strokeWidth={1.75} aria-hidden="true" />
            Send
          </Button>
        </>
      }
    >
      <div id={storyId} className="mb-4 flex flex-col items-center gap-1 text-balance text-center">
        <p className="text-muted">{story}</p>
        <MatchSentence reasons={reasonsToMeet(person, own)} />
        <RequestNote text={note} />
      </div>
      <TextAreaField
        ref={area}
        label={`Message to ${person.firstName}`}
        rows={2}
        dir="auto"
        // On a phone the keyboard would cover the two faces.
        data-autofocus={hasMouse || undefined}
        value={text}
        hint="Until you send it, it is kept as a draft in your chat."
        onChange={(event) => write(event.target.value)}
        onKeyDown={handleKeyDown}
        error={isTooLong ? `A message has at most ${limits.chatMessage.max} characters.` : undefined}
      />
      <ul aria-label="Lines to begin with" className="mt-3 flex flex-col gap-2">
        {lines.map((line) => (
          <li key={line}>
            <button
              type="button"
              className="btn btn-outline h-auto min-h-9 w-full justify-start py-1.5 text-start font-normal text-small pointer-coarse:min-h-11"
              onClick={() => choose(line)}
            >
              {line}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** The colours of both people side by side, and their faces, which come together from both sides. */
function BothFaces({ own, person }: { own: User; person: User }) {
  return (
    <>
      <div className="grid grid-cols-2">
        <Cover id={own._id} src={own.coverUrl} shape="band" className="h-28" />
        <Cover id={person._id} src={person.coverUrl} shape="band" className="h-28" />
      </div>
      <div className="relative -mt-17 flex justify-center">
        <Avatar person={own} size={132} className="meet border-4 border-raised" />
        <Avatar person={person} size={132} className="meet -ms-6 border-4 border-raised" />
      </div>
    </>
  );
}
