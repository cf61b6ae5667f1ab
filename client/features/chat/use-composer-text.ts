import { useEffect, useState } from 'react';
import { textOrEmpty } from '#client/device/schemas.ts';
import { storedValue } from '#client/device/stored-value.ts';
import { userKey } from '#client/device/user-storage.ts';
import type { ComposerTask } from './composer.tsx';

interface ComposerText {
  text: string;
  /** Also keeps the draft of a new message on this device. */
  change: (next: string) => void;
}

/**
 * The text of the composer: the draft of the next message, one for each user and peer, or the changed text of an old
 * message. The draft waits while an old message is edited.
 */
export function useComposerText(ownId: string, peerId: string, task: ComposerTask | undefined): ComposerText {
  const draft = storedValue(userKey(ownId, `draft:chat:${peerId}`), textOrEmpty);
  const [written, setWritten] = useState(draft.read);
  const [edited, setEdited] = useState('');
  const isEdit = task?.kind === 'edit';
  const taskId = task?.messageId;
  const before = isEdit ? task.text : undefined;
  useEffect(() => {
    if (taskId !== undefined && before !== undefined) setEdited(before);
  }, [taskId, before]);
  return {
    text: isEdit ? edited : written,
    change: (next) => {
      if (isEdit) return setEdited(next);
      setWritten(next);
      if (next === '') draft.remove();
      else draft.write(next);
    },
  };
}
