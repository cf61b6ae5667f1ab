import { classNames } from '#client/lib/dom/class-names.ts';
import { inWords } from '#client/lib/text/match-words.ts';
import { messageExcerpt } from '#client/lib/text/message-format.ts';
import { fullName } from '#client/lib/text/person.ts';
import { shortCount } from '#client/lib/text/short-count.ts';
import type { Quote, Reaction } from '#shared/api/chat.ts';
import { useMessageTools } from '../actions/message-actions.ts';
import type { ShownMessage } from './thread-rows.ts';

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

/** "You, Ana Lima and 4 more": the upstream names at most three people. */
export function whoReacted({ mine, count, users }: Reaction, ownId: string): string {
  const others = users.filter(({ _id }) => _id !== ownId).map((person) => fullName(person));
  const names = [...(mine ? ['You'] : []), ...others].slice(0, Math.max(1, count));
  const more = count - names.length;
  return inWords(more > 0 ? [...names, `${more} more`] : names);
}

/** The quote of the message that is answered; a press leads to it. As high as the place that is kept for it: see `message-bubble.tsx`. */
export function QuoteLine({ quote, tabIndex }: { quote: Quote; tabIndex: number }) {
  const { own, peer, people, showMessage } = useMessageTools();
  if ('deleted' in quote)
    return (
      <p className="mb-1.5 flex h-11 items-center border-outline border-s-2 ps-2.5 text-small italic">
        Message deleted
      </p>
    );
  const name =
    quote.senderId === own._id ? 'You' : fullName(people.find((person) => person?._id === quote.senderId) ?? peer);
  const text = messageExcerpt(quote.excerpt) || 'Picture';
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={`Answers ${name}: ${text}. Show it`}
      className="mb-1.5 flex h-11 w-full min-w-0 flex-col justify-center border-primary border-s-2 bg-base-content/5 ps-2.5 pe-3 text-start hover:bg-base-content/10"
      onClick={() => showMessage(quote._id)}
    >
      <span className="w-full truncate font-semibold text-micro text-primary" dir="auto">
        {/* The space keeps name and text apart where the button's text is read as one. */}
        {`${name} `}
      </span>
      <span className="w-full truncate text-small" dir="auto">
        {text}
      </span>
    </button>
  );
}
