import Check from 'lucide-react/icons/check';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { ConversationKey } from '#client/api/chat/conversation-key.ts';
import { usePreferences } from '#client/lib/device/preferences.ts';
import { classNames } from '#client/lib/dom/class-names.ts';
import { isComposing } from '#client/lib/dom/focus.ts';
import { useMediaQuery, useRootMark } from '#client/lib/dom/window-state.ts';
import { endsInsideFence } from '#client/lib/text/message-format.ts';
import type { OutboxPicture } from '#client/live/outbox.ts';
import { lengthOf, limits } from '#shared/limits.ts';
import { AddPictures, ComposerContext, Count } from './composer-parts.tsx';
import { type Completion, type ComposerTask, useComposerText, useFitToText, useTypingSignal } from './composer-text.ts';
import { AttachmentTray, picturesIn, useAttachments } from './pictures/attachment-tray.tsx';

interface Props {
  ownId: string;
  conversation: ConversationKey;
  to: string;
  completion?: Completion | undefined;
  takesPictures?: boolean;
  task?: ComposerTask | undefined;
  onCancelTask?: () => void;
  onSend: (text: string, pictures?: OutboxPicture[]) => void;
  onEdit?: (messageId: string, text: string) => void;
  /** Arrow Up in an empty field: the last own message. */
  onEditLast?: (() => void) | undefined;
  onTyping: (typing: boolean) => void;
  /** Beside other parts of a screen, the focus stays where it is. */
  isPart?: boolean | undefined;
  ref?: Ref<ComposerHandle>;
}

export interface ComposerHandle {
  /** Puts a text where the cursor is, ready to be changed or sent. */
  insert: (text: string) => void;
  focus: () => void;
  attach: (files: readonly File[]) => void;
}

/** Mounted anew for each conversation. */
export function Composer(props: Props) {
  const { ownId, conversation, to, takesPictures = false, task, onCancelTask, onTyping, isPart, ref } = props;
  const { text, change: changeText } = useComposerText(ownId, conversation, task);
  const isEdit = task?.kind === 'edit';
  // An edit cannot change whom a message names.
  const completion = isEdit ? undefined : props.completion;
  const pictures = useAttachments(ownId);
  // From the first drawing on, the dock of a narrow screen leaves its place to a composer that is about to be focused.
  const [hasFocus, setFocus] = useState(() => !isPart && takesFocus());
  useRootMark('composing');
  useRootMark('writing', hasFocus);
  const { enterSends } = usePreferences();
  // An on-screen keyboard has no Shift+Enter: the button sends.
  const isTouch = useMediaQuery('(pointer: coarse)');
  const sendsAt = (before: string) => enterSends && !isTouch && !endsInsideFence(before);
  const area = useRef<HTMLTextAreaElement>(null);
  const typing = useTypingSignal(onTyping);
  const length = lengthOf(text);
  const tooLong = length > limits.chatMessage.max;
  const hasPictures = pictures.attachments.length > 0;
  const isEmpty = text.trim() === '';
  const canSend = !tooLong && (!isEmpty || (isEdit ? task.mayBeEmpty : hasPictures));

  const change = (next: string) => {
    changeText(next);
    if (!isEdit) typing(next.trim() !== '');
  };

  const replace = (from: number, end: number, by: string) => {
    const field = area.current;
    if (!field) return;
    flushSync(() => change(field.value.slice(0, from) + by + field.value.slice(end)));
    field.focus();
    field.setSelectionRange(from + by.length, from + by.length);
  };
  const follow = ({ currentTarget: { value, selectionStart } }: { currentTarget: HTMLTextAreaElement }) =>
    completion?.onText(value, selectionStart, replace);

  useImperativeHandle(ref, () => ({
    insert: (line) => {
      change(text.trim() === '' ? line : `${text.trimEnd()} ${line}`);
      area.current?.focus();
    },
    focus: () => area.current?.focus({ preventScroll: true }),
    attach: (chosen) => {
      void pictures.add(chosen);
      area.current?.focus();
    },
  }));

  // After the router, which focuses the heading.
  useEffect(() => {
    if (!isPart && takesFocus()) area.current?.focus({ preventScroll: true });
  }, [isPart]);

  const taskKey = task && `${task.kind} ${task.messageId}`;
  useEffect(() => {
    if (taskKey !== undefined) area.current?.focus();
  }, [taskKey]);

  useFitToText(area, text);

  const send = () => {
    if (!canSend) return;
    area.current?.focus();
    if (isEdit) {
      if (text.trim() !== task.text) props.onEdit?.(task.messageId, text.trim());
      return onCancelTask?.();
    }
    const said = text.trim();
    change('');
    if (hasPictures) props.onSend(said, pictures.take());
    else props.onSend(said);
  };

  const onPaste = (event: ClipboardEvent) => {
    const pasted = picturesIn(event.clipboardData);
    if (!takesPictures || isEdit || pasted.length === 0) return;
    event.preventDefault();
    void pictures.add(pasted);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event)) return;
    if (!event.altKey && !event.ctrlKey && !event.metaKey && completion?.onKey(event.key)) {
      event.preventDefault();
      return event.stopPropagation();
    }
    if (event.key === 'Escape' && task) {
      // Without a task, the page goes back to the list.
      event.stopPropagation();
      return onCancelTask?.();
    }
    const { value, selectionStart } = event.currentTarget;
    if (event.key === 'ArrowUp' && value === '' && !event.altKey && !task && props.onEditLast) {
      event.preventDefault();
      return props.onEditLast();
    }
    if (event.key !== 'Enter') return;
    const enterAlone = !event.shiftKey && sendsAt(value.slice(0, selectionStart));
    if (!enterAlone && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      className="border-t border-base-300 bg-base-100 px-4 py-3 sm:px-6"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {task && (
        <ComposerContext
          kind={task.kind}
          title={task.title}
          excerpt={task.excerpt}
          onCancel={() => {
            onCancelTask?.();
            area.current?.focus();
          }}
        />
      )}
      {(hasPictures || pictures.problem !== undefined) && !isEdit && (
        <AttachmentTray
          attachments={pictures.attachments}
          problem={pictures.problem}
          onDescribe={pictures.describe}
          onRemove={pictures.remove}
        />
      )}
      {completion?.list}
      <div className="mx-auto flex max-w-reading items-end gap-2">
        {takesPictures && !isEdit && (
          <AddPictures
            onChoose={(chosen) => {
              void pictures.add(chosen);
              area.current?.focus();
            }}
          />
        )}
        <textarea
          ref={area}
          className={classNames(
            'textarea field-sizing-content max-h-[calc(9rem+22px)] min-h-11 min-w-0 flex-1 resize-none leading-6',
            tooLong && 'textarea-error',
          )}
          rows={1}
          dir="auto"
          placeholder={`Message ${to}`}
          aria-label={`Message ${to}`}
          aria-describedby="composer-count"
          aria-invalid={tooLong || undefined}
          enterKeyHint={sendsAt(text) ? 'send' : 'enter'}
          data-composer
          {...completion?.aria}
          value={text}
          onChange={(event) => {
            change(event.target.value);
            follow(event);
          }}
          onSelect={follow}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onFocus={() => setFocus(true)}
          onBlur={() => {
            setFocus(false);
            typing(false);
            completion?.onLeave();
          }}
        />
        <button
          type="submit"
          className={classNames('btn btn-primary btn-square size-11', !canSend && 'opacity-50')}
          aria-label={isEdit ? 'Save the change' : 'Send'}
          aria-disabled={!canSend}
          // Keeps the focus in the textarea, so that a phone's keyboard stays open.
          onPointerDown={(event) => event.preventDefault()}
        >
          {isEdit ? (
            <Check size={20} strokeWidth={1.75} aria-hidden="true" />
          ) : (
            <SendHorizontal size={20} strokeWidth={1.75} aria-hidden="true" />
          )}
        </button>
      </div>
      <Count id="composer-count" length={length} />
    </form>
  );
}

/**
 * Whether a composer that is opened takes the focus: not on touch, where the on-screen keyboard would cover the messages, and
 * not while the user types in another field, which may have begun before the conversation was loaded.
 */
export function takesFocus(): boolean {
  return matchMedia('(pointer: fine)').matches && document.activeElement?.matches('input, textarea') !== true;
}
