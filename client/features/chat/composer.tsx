import SendHorizontal from 'lucide-react/icons/send-horizontal';
import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { usePreferences } from '#client/device/preferences.ts';
import { textOrEmpty } from '#client/device/schemas.ts';
import { storedValue } from '#client/device/stored-value.ts';
import { userKey } from '#client/device/user-storage.ts';
import { classNames } from '#client/dom/class-names.ts';
import { useMediaQuery } from '#client/dom/use-media-query.ts';
import { useRootMark } from '#client/dom/use-root-mark.ts';
import { endsInsideFence } from '#client/text/markdown/message-format.ts';
import { limits } from '#shared/limits.ts';
import { useTypingSignal } from './use-typing-signal.ts';

interface Props {
  ownId: string;
  peerId: string;
  peerName: string;
  onSend: (text: string) => void;
  onTyping: (typing: boolean) => void;
  ref?: Ref<ComposerHandle>;
}

export interface ComposerHandle {
  /** Puts a text where the cursor is, ready to be changed or sent. */
  insert: (text: string) => void;
  focus: () => void;
}

const countFrom = 1800;
/** Keeps a draft per user and peer. Mounted anew for each conversation. */
export function Composer({ ownId, peerId, peerName, onSend, onTyping, ref }: Props) {
  const draft = storedValue(userKey(ownId, `draft:chat:${peerId}`), textOrEmpty);
  const [text, setText] = useState(draft.read);
  // From the first drawing on, the dock of a narrow screen leaves its place to a composer that is about to be focused.
  const [hasFocus, setFocus] = useState(takesFocus);
  useRootMark('composing');
  useRootMark('writing', hasFocus);
  const { enterSends } = usePreferences();
  // An on-screen keyboard has no Shift+Enter: the button sends.
  const isTouch = useMediaQuery('(pointer: coarse)');
  const sendsAt = (before: string) => enterSends && !isTouch && !endsInsideFence(before);
  const area = useRef<HTMLTextAreaElement>(null);
  const typing = useTypingSignal(onTyping);
  const max = limits.chatMessage.max;
  const tooLong = text.length > max;
  const canSend = text.trim() !== '' && !tooLong;

  const change = (next: string) => {
    setText(next);
    if (next === '') draft.remove();
    else draft.write(next);
    typing(next.trim() !== '');
  };

  useImperativeHandle(ref, () => ({
    insert: (line) => {
      change(text.trim() === '' ? line : `${text.trimEnd()} ${line}`);
      area.current?.focus();
    },
    focus: () => area.current?.focus({ preventScroll: true }),
  }));

  useLayoutEffect(() => {
    if (!growsByItself()) fitToText(area.current, text);
  }, [text]);

  const send = () => {
    if (!canSend) return;
    onSend(text.trim());
    change('');
    area.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || isComposing(event)) return;
    const { value, selectionStart } = event.currentTarget;
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
      <div className="mx-auto flex max-w-reading items-end gap-2">
        <textarea
          ref={area}
          className={classNames(
            'textarea field-sizing-content max-h-[calc(9rem+22px)] min-h-11 min-w-0 flex-1 resize-none leading-6',
            tooLong && 'textarea-error',
          )}
          rows={1}
          dir="auto"
          placeholder={`Message ${peerName}`}
          aria-label={`Message ${peerName}`}
          aria-describedby="composer-count"
          aria-invalid={tooLong || undefined}
          enterKeyHint={sendsAt(text) ? 'send' : 'enter'}
          data-composer
          value={text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
          onFocus={() => setFocus(true)}
          onBlur={() => {
            setFocus(false);
            typing(false);
          }}
        />
        <button
          type="submit"
          className={classNames('btn btn-primary btn-square size-11', !canSend && 'opacity-50')}
          aria-label="Send"
          aria-disabled={!canSend}
          // Keeps the focus in the textarea, so that a phone's keyboard stays open.
          onPointerDown={(event) => event.preventDefault()}
        >
          <SendHorizontal size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      <p
        id="composer-count"
        className={classNames(
          'mx-auto mt-2 max-w-reading text-end font-mono text-micro',
          text.length < countFrom && 'sr-only',
          tooLong ? 'text-error' : 'text-muted',
        )}
      >
        {text.length < countFrom
          ? ''
          : tooLong
            ? `${text.length - max} characters too many`
            : `${max - text.length} characters left`}
      </p>
    </form>
  );
}

/** Whether Enter ends an input method's composition. Some input methods only say so by key code 229. */
function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}

/**
 * Whether a composer that is opened takes the focus: not on touch, where the on-screen keyboard would cover the messages, and
 * not while the user types in another field, which may have begun before the conversation was loaded.
 */
export function takesFocus(): boolean {
  return matchMedia('(pointer: fine)').matches && document.activeElement?.matches('input, textarea') !== true;
}

/** Whether the browser fits a field to its text by the style `field-sizing`. */
function growsByItself(): boolean {
  return typeof CSS !== 'undefined' && CSS.supports?.('field-sizing', 'content');
}

/** Grows the field with its text from one line to six; longer texts scroll. Each call costs a layout of the page. */
function fitToText(area: HTMLTextAreaElement | null, _text: string): void {
  if (!area) return;
  area.style.height = 'auto';
  const chrome = area.offsetHeight - area.clientHeight;
  const sixLines = 6 * 24 + 20;
  area.style.height = `${Math.min(area.scrollHeight, sixLines) + chrome}px`;
  area.style.overflowY = area.scrollHeight > sixLines ? 'auto' : 'hidden';
}
