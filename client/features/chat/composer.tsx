import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { usePreferences } from '#client/device/preferences.ts';
import { textOrEmpty } from '#client/device/schemas.ts';
import { storedValue } from '#client/device/stored-value.ts';
import { userKey } from '#client/device/user-storage.ts';
import { classNames } from '#client/dom/class-names.ts';
import { limits } from '#shared/limits.ts';

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
const typingEveryMs = 2500;
const typingEndsMs = 4000;

/** Keeps its draft per user and peer. It is mounted anew for each conversation. */
export function Composer({ ownId, peerId, peerName, onSend, onTyping, ref }: Props) {
  const draft = storedValue(userKey(ownId, `draft:chat:${peerId}`), textOrEmpty);
  const [text, setText] = useState(draft.read);
  const { enterSends } = usePreferences();
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

  useLayoutEffect(() => fitToText(area.current, text), [text]);

  const send = () => {
    if (!canSend) return;
    onSend(text.trim());
    change('');
    area.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || isComposing(event)) return;
    const wanted = enterSends ? !event.shiftKey : event.ctrlKey || event.metaKey;
    if (!wanted) return;
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
          className={classNames('textarea min-h-11 flex-1 resize-none leading-6', tooLong && 'textarea-error')}
          rows={1}
          dir="auto"
          placeholder={`Message ${peerName}`}
          aria-label={`Message ${peerName}`}
          aria-describedby="composer-count"
          aria-invalid={tooLong || undefined}
          enterKeyHint={enterSends ? 'send' : 'enter'}
          data-composer
          value={text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => typing(false)}
        />
        <button
          type="submit"
          className={classNames('btn btn-primary btn-square size-11', !canSend && 'opacity-50')}
          aria-label="Send"
          aria-disabled={!canSend}
          // The phone's keyboard stays open.
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

/** Enter belongs to the input method while it composes; 229 is what some of them send instead of saying so. */
function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}

/** One line to six, then it scrolls. */
function fitToText(area: HTMLTextAreaElement | null, _text: string): void {
  if (!area) return;
  area.style.height = 'auto';
  const chrome = area.offsetHeight - area.clientHeight;
  const sixLines = 6 * 24 + 20;
  area.style.height = `${Math.min(area.scrollHeight, sixLines) + chrome}px`;
  area.style.overflowY = area.scrollHeight > sixLines ? 'auto' : 'hidden';
}

/** Says "typing" now and then while it goes on, and once when it stops. */
function useTypingSignal(onTyping: (typing: boolean) => void): (typing: boolean) => void {
  const saidAt = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = useRef(onTyping);
  useEffect(() => {
    tell.current = onTyping;
  });
  const stop = () => {
    clearTimeout(timer.current);
    if (saidAt.current === 0) return;
    saidAt.current = 0;
    tell.current(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the conversation is left
  useEffect(() => stop, []);
  return (typing) => {
    if (!typing) return stop();
    clearTimeout(timer.current);
    timer.current = setTimeout(stop, typingEndsMs);
    if (Date.now() - saidAt.current < typingEveryMs) return;
    saidAt.current = Date.now();
    tell.current(true);
  };
}
