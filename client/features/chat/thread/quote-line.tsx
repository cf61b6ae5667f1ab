import { fullName } from '#client/text/person.ts';
import type { Quote } from '#shared/api/chat.ts';
import { useMessageTools } from '../actions/message-tools.ts';

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
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={`Answers ${name === 'You' ? 'your own message' : name}: ${quote.excerpt || 'a picture'}. Show it`}
      className="mb-1.5 flex h-11 w-full min-w-0 flex-col justify-center border-primary border-s-2 bg-base-content/5 ps-2.5 pe-3 text-start hover:bg-base-content/10"
      onClick={() => showMessage(quote._id)}
    >
      <span className="w-full truncate font-semibold text-micro text-primary" dir="auto">
        {name}
      </span>
      <span className="w-full truncate text-small" dir="auto">
        {quote.excerpt || 'Picture'}
      </span>
    </button>
  );
}
