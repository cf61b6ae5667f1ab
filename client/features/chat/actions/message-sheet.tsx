import { useState } from 'react';
import { flushSync } from 'react-dom';
import { classNames } from '#client/dom/class-names.ts';
import { exactTime } from '#client/text/time.ts';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import type { ShownMessage } from '../thread/thread-rows.ts';
import { whoReacted } from '../thread/who-reacted.ts';
import { actionsOf, canReact } from './message-actions.ts';
import { ownReactions } from './message-bar.tsx';
import { useMessageTools } from './message-tools.ts';
import { ReactionChoice } from './reaction-choice.tsx';

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
          chosen={ownReactions(message)}
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
