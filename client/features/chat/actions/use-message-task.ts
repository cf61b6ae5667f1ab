import { useState } from 'react';
import { cutText } from '#client/lib/text/cut-text.ts';
import { messageLine } from '#client/lib/text/message-format.ts';
import { fullName } from '#client/lib/text/person.ts';
import type { ChatMessage, Quote } from '#shared/api/chat.ts';
import type { User } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';
import type { ComposerTask } from '../composer-text.ts';
import type { ShownMessage } from '../thread/thread-rows.ts';
import { isOpenToChange } from './message-actions.ts';

interface Options {
  history: readonly ChatMessage[];
  own: User;
  peer: User | undefined;
}

/** Which message the composer answers or changes. A message that is deleted meanwhile ends the task. */
export function useMessageTask({ history, own, peer }: Options) {
  const [chosen, setChosen] = useState<{ kind: 'reply' | 'edit'; messageId: string }>();
  const message = chosen && history.find(({ _id }) => _id === chosen.messageId);
  const isOpen = message !== undefined && message.deletedAt === undefined;
  const choose =
    (kind: 'reply' | 'edit') =>
    ({ id }: Pick<ShownMessage, 'id'>) =>
      setChosen(id === undefined ? undefined : { kind, messageId: id });
  return {
    task: chosen && isOpen ? taskOf(chosen.kind, message, own, peer) : undefined,
    replyTo: chosen?.kind === 'reply' && isOpen ? quoteOf(message) : undefined,
    reply: choose('reply'),
    edit: choose('edit'),
    /** Changes the user's last message, if that is still possible. */
    editLast: () => {
      const last = history.findLast(({ senderId }) => senderId?._id === own._id);
      if (last && isOpenToChange(last)) choose('edit')({ id: last._id });
    },
    cancel: () => setChosen(undefined),
  };
}

function taskOf(kind: 'reply' | 'edit', message: ChatMessage, own: User, peer: User | undefined): ComposerTask {
  const { _id: messageId, text, senderId, pictures } = message;
  const excerpt = messageLine(message);
  if (kind === 'edit')
    return { kind, messageId, title: 'Change your message', excerpt, text, mayBeEmpty: pictures !== undefined };
  const name = senderId?._id === own._id ? 'your own message' : fullName(senderId ?? peer);
  return { kind, messageId, title: `Answer ${name}`, excerpt };
}

function quoteOf({ _id, senderId, text }: ChatMessage): Quote {
  return { _id, senderId: senderId?._id ?? '', excerpt: cutText(text, limits.excerpt.max) };
}
