import SmilePlus from 'lucide-react/icons/face-slightly-smiling-plus';
import { type KeyboardEvent, useRef, useState } from 'react';
import { classNames } from '#client/dom/class-names.ts';
import { clockTime } from '#client/text/time.ts';
import { Popover } from '#client/ui/dialog/popover.tsx';
import type { ShownMessage } from '../thread/thread-rows.ts';
import { actionsOf, canReact } from './message-actions.ts';
import { useMessageTools } from './message-tools.ts';
import { ReactionChoice } from './reaction-choice.tsx';

/** The actions of the message that is pointed at or has the focus, beside it: one stop for Tab, arrow keys inside. */
export function MessageBar({ message }: { message: ShownMessage }) {
  const tools = useMessageTools();
  const bar = useRef<HTMLDivElement>(null);
  const [isChoosing, setChoosing] = useState(false);
  const actions = actionsOf(message, tools);
  const reacts = canReact(message, tools);
  if (actions.length === 0 && !reacts) return null;
  return (
    <div
      ref={bar}
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
                chosen={ownReactions(message)}
                onChoose={(emoji) => {
                  close();
                  tools.react?.(message, emoji);
                }}
              />
            )
          }
        </Popover>
      )}
      {actions.map(({ label, icon: Icon, run, danger }, place) => (
        <button
          key={label}
          type="button"
          title={label}
          aria-label={label}
          tabIndex={place === 0 && !reacts ? 0 : -1}
          className={classNames('btn btn-ghost', buttonClass, danger && 'text-error')}
          onClick={run}
        >
          <Icon size={17} strokeWidth={1.75} aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}

const buttonClass = 'btn-square size-7.5 rounded-lg';

export function ownReactions({ stored }: ShownMessage): ReadonlySet<string> {
  return new Set(stored?.reactions?.filter(({ mine }) => mine).map(({ emoji }) => emoji));
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
