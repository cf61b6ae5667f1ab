import { classNames } from '#client/dom/class-names.ts';
import { shortCount } from '#client/text/short-count.ts';
import { useMessageTools } from '../actions/message-tools.ts';
import type { ShownMessage } from './thread-rows.ts';
import { whoReacted } from './who-reacted.ts';

/** The reactions under a message: how many, whose, and a press adds or takes back one's own. */
export function ReactionRow({ message, tabIndex }: { message: ShownMessage; tabIndex: number }) {
  const { own, react } = useMessageTools();
  return (
    <ul className="my-1 flex min-h-7 flex-wrap gap-1" aria-label="Reactions">
      {message.stored?.reactions?.map((reaction) => {
        const { emoji, count, mine } = reaction;
        const who = whoReacted(reaction, own._id);
        const look = classNames(
          'group/who relative flex h-7 items-center gap-1 rounded-full border px-2 text-small pointer-coarse:h-8',
          mine ? 'border-primary bg-tint text-primary' : 'border-base-300 bg-base-100',
        );
        const inside = (
          <>
            <span className="emoji" aria-hidden="true">
              {emoji}
            </span>
            <span className="font-mono text-micro" aria-hidden="true">
              {shortCount(count)}
            </span>
            {/* For who sees but has no mouse: `title` is shown on hover only. */}
            <span aria-hidden="true" className="hidden max-w-60 truncate text-micro group-focus-visible/who:inline">
              {who}
            </span>
          </>
        );
        return (
          <li key={emoji}>
            {react ? (
              <button
                type="button"
                tabIndex={tabIndex}
                title={who}
                aria-label={`${emoji} ${count}: ${who}`}
                aria-pressed={mine}
                className={look}
                onClick={() => react(message, emoji)}
              >
                {inside}
              </button>
            ) : (
              <span title={who} className={look}>
                {inside}
                <span className="sr-only">{`${emoji} ${count}: ${who}`}</span>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
