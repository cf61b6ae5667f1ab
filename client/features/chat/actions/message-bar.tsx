import SmilePlus from 'lucide-react/icons/face-slightly-smiling-plus';
import Plus from 'lucide-react/icons/plus';
import { type KeyboardEvent, lazy, Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { classNames } from '#client/lib/dom/class-names.ts';
import { loadCode } from '#client/lib/dom/lazy-part.ts';
import { clockTime, exactTime } from '#client/lib/text/time.ts';
import { IconButton } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import { Popover } from '#client/ui/dialog/popover.tsx';
import { Spinner } from '#client/ui/state/waiting.tsx';
import { whoReacted } from '../thread/reaction-row.tsx';
import type { ShownMessage } from '../thread/thread-rows.ts';
import { actionsOf, canReact, useMessageTools } from './message-actions.ts';

/** The actions of the message that is pointed at or has the focus, beside it: one stop for Tab, arrow keys inside. */
export function MessageBar({ message }: { message: ShownMessage }) {
  const tools = useMessageTools();
  const [isChoosing, setChoosing] = useState(false);
  const actions = actionsOf(message, tools);
  const reacts = canReact(message, tools);
  if (actions.length === 0 && !reacts) return null;
  return (
    <div
      ref={leaveFocusToMessage}
      role="toolbar"
      aria-label={`Actions for the message of ${clockTime(message.createdAt)}`}
      className="flex shrink-0 rounded-field border border-base-300 bg-raised p-0.5 shadow-sm"
      data-message-bar
      onKeyDown={rove}
    >
      {reacts && (
        <Popover
          label="React"
          title="React"
          className={buttonClass}
          panelLabel="Choose a reaction"
          panelClassName="sheet-on-phone"
          trigger={<SmilePlus size={18} strokeWidth={1.75} aria-hidden="true" />}
          onOpenChange={setChoosing}
        >
          {(close) =>
            isChoosing && (
              <ReactionChoice
                message={message}
                onChoose={(emoji) => {
                  close();
                  tools.react?.(message, emoji);
                }}
              />
            )
          }
        </Popover>
      )}
      {actions.map(({ label, icon, run, danger }, place) => (
        <IconButton
          key={icon.displayName}
          icon={icon}
          size={17}
          label={label}
          title={label}
          tabIndex={place === 0 && !reacts ? 0 : -1}
          className={classNames(buttonClass, danger && 'text-error')}
          onClick={run}
        />
      ))}
    </div>
  );
}

const buttonClass = 'btn-square size-7.5 rounded-lg';

/** When a bar that has the focus is removed, its message takes the focus. */
function leaveFocusToMessage(bar: HTMLElement | null) {
  return () => {
    if (bar?.contains(document.activeElement))
      bar.closest<HTMLElement>('[data-message]')?.focus({ preventScroll: true });
  };
}

/** Left and Right move the focus along the bar, Escape goes back to the message. */
function rove(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (!(target instanceof HTMLElement) || target.closest('[popover]')) return;
  if (key === 'Escape') {
    event.stopPropagation();
    currentTarget.closest<HTMLElement>('[data-message]')?.focus();
    return;
  }
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>(':scope > button')];
  const at = buttons.indexOf(target);
  const isRtl = getComputedStyle(currentTarget).direction === 'rtl';
  const step = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }[key];
  const next =
    key === 'Home'
      ? buttons[0]
      : key === 'End'
        ? buttons.at(-1)
        : step && buttons[(at + step + buttons.length) % buttons.length];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** The actions of a message on a phone: a sheet that a long press opens. */
export function MessageSheet({ message, onClose }: { message: ShownMessage; onClose: () => void }) {
  const tools = useMessageTools();
  // As they were when the sheet was opened: the 15 minutes may end meanwhile.
  const [actions] = useState(() => actionsOf(message, tools));
  const reactions = message.stored?.reactions ?? [];
  return (
    <Dialog title="Message" onClose={onClose}>
      <p className="-mt-2 mb-3 font-mono text-micro text-muted">{exactTime(message.createdAt)}</p>
      {canReact(message, tools) && (
        <ReactionChoice
          message={message}
          onChoose={(emoji) => {
            onClose();
            tools.react?.(message, emoji);
          }}
        />
      )}
      {reactions.length > 0 && (
        <ul className="mt-2 flex flex-col gap-1 text-small" aria-label="Reactions">
          {reactions.map((reaction) => (
            <li key={reaction.emoji} className="flex gap-2 px-3">
              <span className="emoji">{reaction.emoji}</span>
              <span className="text-muted">{whoReacted(reaction, tools.own._id)}</span>
            </li>
          ))}
        </ul>
      )}
      <ul className="-mx-3 mt-3 border-t border-base-300 pt-2">
        {actions.map(({ label, icon: Icon, run, danger }, place) => (
          <li key={label}>
            <button
              type="button"
              data-autofocus={place === 0 || undefined}
              className={classNames(
                'flex min-h-12 w-full items-center gap-3 rounded-field px-3 text-start hover:bg-base-content/6',
                danger && 'text-error',
              )}
              onClick={() => {
                // Closed first: the action moves the focus, which an open dialog keeps.
                flushSync(onClose);
                run();
              }}
            >
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
              {label}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

// Loaded when it is opened, and not ahead: the names of all emoji are as large as the rest of the chat.
const EmojiPicker = lazy(async () => ({
  default: (await loadCode(() => import('./emoji-picker.tsx'))).EmojiPicker,
}));

interface Props {
  message: ShownMessage;
  onChoose: (emoji: string) => void;
}

/** Six reactions in one press, and a grid with all others. A press takes back one that the user has chosen already. */
export function ReactionChoice({ message, onChoose }: Props) {
  const chosen = new Set(message.stored?.reactions?.filter(({ mine }) => mine).map(({ emoji }) => emoji));
  const [isOpen, setOpen] = useState(false);
  if (isOpen)
    return (
      <Suspense
        fallback={
          <div className="grid h-80 w-80 max-w-full place-items-center">
            <Spinner />
          </div>
        }
      >
        <EmojiPicker onChoose={onChoose} />
      </Suspense>
    );
  return (
    <div className="flex justify-center gap-1">
      {quickReactions.map(({ emoji, name }, place) => (
        <button
          key={emoji}
          type="button"
          aria-label={name}
          title={name}
          aria-pressed={chosen.has(emoji)}
          data-autofocus={place === 0 || undefined}
          className={classNames('btn btn-ghost btn-square text-xl', chosen.has(emoji) && 'bg-tint')}
          onClick={() => onChoose(emoji)}
        >
          <span className="emoji">{emoji}</span>
        </button>
      ))}
      <IconButton icon={Plus} label="More emoji" title="More emoji" onClick={() => setOpen(true)} />
    </div>
  );
}

export const quickReactions = [
  { emoji: '👍', name: 'thumbs up' },
  { emoji: '❤️', name: 'red heart' },
  { emoji: '😂', name: 'face with tears of joy' },
  { emoji: '🎉', name: 'party popper' },
  { emoji: '👀', name: 'eyes' },
  { emoji: '🚀', name: 'rocket' },
] as const;
