import Ellipsis from 'lucide-react/icons/ellipsis';
import Trash from 'lucide-react/icons/trash';
import { memo } from 'react';
import { classNames } from '#client/lib/dom/class-names.ts';
import { type InlinePart, parseMessage } from '#client/lib/text/message-format.ts';
import { fullName } from '#client/lib/text/person.ts';
import { absoluteTime, clockTime } from '#client/lib/text/time.ts';
import type { MessageChange } from '#client/live/changes.ts';
import { IconButton } from '#client/ui/button.tsx';
import { Highlight, matchesIn } from '#client/ui/highlight.tsx';
import { CodeBlock } from '#client/ui/markdown/code-block.tsx';
import { useMessageTools } from '../actions/message-actions.ts';
import { MessageBar } from '../actions/message-bar.tsx';
import { MessagePictures } from '../pictures/message-pictures.tsx';
import { Author, NamedText } from '../room/room-lines.tsx';
import { ChangeState, PendingState } from './message-states.tsx';
import { QuoteLine, ReactionRow } from './reaction-row.tsx';
import type { ShownMessage } from './thread-rows.ts';

interface Props {
  message: ShownMessage;
  startsRun: boolean;
  endsRun: boolean;
  /** The last own message that the other person has read. */
  seen: boolean;
  find: string;
  links: boolean;
  isCurrentFind: boolean;
  /** The edit, deletion or reaction that is not confirmed. */
  change: MessageChange | undefined;
  /** Whether Tab stops here; the arrow keys go to the others. */
  isTabStop: boolean;
  /** Whether it is pointed at or has the focus: its actions are beside it. */
  isActive: boolean;
  /** On a phone the actions are a sheet. */
  isSheet: boolean;
}

export const MessageBubble = memo(function MessageBubble(props: Props) {
  const { message, startsRun, endsRun, find, isCurrentFind, seen, isSheet } = props;
  const { isRoom, openSheet } = useMessageTools();
  const { own, sender, text, createdAt, pending, stored } = message;
  const failed = pending?.state === 'failed';
  const isDeleted = stored?.deletedAt !== undefined;
  const tabIndex = props.isTabStop ? 0 : -1;
  const hasPictures = !isDeleted && (stored?.pictures ?? pending?.pictures) !== undefined;
  return (
    <li
      className={classNames(
        'group/message flex flex-col outline-none',
        own ? 'items-end' : 'items-start',
        startsRun ? 'mt-3' : 'mt-0.5',
      )}
      data-message={message.key}
      data-id={message.id}
      tabIndex={tabIndex}
    >
      {isRoom && startsRun && !own && <Author person={sender} />}
      <div className={classNames('flex w-full items-center gap-1.5', own && 'flex-row-reverse')}>
        <div
          title={absoluteTime(createdAt)}
          className={classNames(
            // Beside it there is room for the bar of actions: nothing lies over anything.
            'min-w-0 max-w-[min(85%,68ch)] rounded-2xl px-3.5 py-2',
            isRoom
              ? 'sm:pointer-fine:max-w-[min(100%-12.5rem,68ch)]'
              : 'sm:pointer-fine:max-w-[min(100%-10.5rem,68ch)]',
            'group-focus-visible/message:outline-2 group-focus-visible/message:outline-offset-2 group-focus-visible/message:outline-primary',
            'pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none]',
            isDeleted && 'border border-dashed border-base-300 text-muted',
            // With forced colours only the border shows the bubble.
            !isDeleted && own && !failed && 'border border-transparent bg-tint',
            !isDeleted && !own && 'border border-base-300 bg-base-100',
            own ? endsRun && 'rounded-ee-md' : endsRun && 'rounded-es-md',
            own ? !startsRun && 'rounded-se-md' : !startsRun && 'rounded-ss-md',
            failed && 'border-2 border-error bg-base-100',
            // Above the next bubble, which would cover the lower edge of the focus ring.
            isCurrentFind && 'relative outline-2 outline-offset-2 outline-warning',
          )}
          data-bubble
        >
          <span className="sr-only">{own ? 'You: ' : `${fullName(sender)}: `}</span>
          {message.replyTo && !isDeleted && <QuoteLine quote={message.replyTo} tabIndex={tabIndex} />}
          {hasPictures && <MessagePictures message={message} tabIndex={tabIndex} />}
          {isDeleted ? (
            <p className="flex items-center gap-1.5 text-small italic">
              <Trash size={14} strokeWidth={1.75} aria-hidden="true" />
              Message deleted
            </p>
          ) : (
            <MessageText
              text={text}
              find={find}
              links={own || props.links}
              mentions={stored?.mentions ?? pending?.mentions}
            />
          )}
          {(stored?.editedAt ?? stored?.pinnedAt) !== undefined && !isDeleted && (
            <span
              className="mt-0.5 block text-end text-micro text-muted"
              title={stored?.editedAt && absoluteTime(stored.editedAt)}
            >
              {[stored?.pinnedAt && 'pinned', stored?.editedAt && 'edited'].filter(Boolean).join(' · ')}
            </span>
          )}
          <time dateTime={createdAt} className="sr-only">
            {absoluteTime(createdAt)}
          </time>
        </div>
        {/* Not part of the live region, so that a new message is read out without it. */}
        <span aria-live="off" className="contents">
          {stored && isSheet && !isDeleted && (
            <IconButton
              icon={Ellipsis}
              size={16}
              tabIndex={-1}
              // On touch a long press does the same: the button is for screen readers.
              className="size-8 pointer-coarse:sr-only opacity-0 group-focus-within/message:opacity-100 group-hover/message:opacity-100"
              data-open-sheet
              label={`Actions for the message of ${clockTime(createdAt)}`}
              onClick={() => openSheet(message)}
            />
          )}
          {stored && !isSheet && props.isActive && <MessageBar message={message} />}
        </span>
      </div>
      {stored?.reactions !== undefined && stored.reactions.length > 0 && !isDeleted && (
        <ReactionRow message={message} tabIndex={tabIndex} />
      )}
      {pending ? (
        <PendingState item={pending} />
      ) : (
        (endsRun || seen) && (
          <p className="mt-1 px-1 font-mono text-micro text-muted">
            <span aria-hidden="true">{clockTime(createdAt)}</span>
            {seen && <span>{' · Seen'}</span>}
          </p>
        )
      )}
      {props.change && <ChangeState change={props.change} />}
    </li>
  );
});

interface TextProps {
  text: string;
  find: string;
  /** False shows links as text. */
  links: boolean;
  /** Ids of the people of a room whom it names. */
  mentions?: readonly string[] | undefined;
}

/** A message with its links and code. Nothing else in the text is interpreted. */
const MessageText = memo(function MessageText({ text, find, links, mentions }: TextProps) {
  return parseMessage(text).map((part, index) =>
    part.kind === 'block' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <CodeBlock key={index} code={part.text} language={part.language} folds />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <p key={index} className="whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
        {part.parts.map((inline, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Inline key={place} part={inline} find={find} links={links} mentions={mentions} />
        ))}
      </p>
    ),
  );
});

function Inline({ part, find, links, mentions }: Omit<TextProps, 'text'> & { part: InlinePart }) {
  if (part.kind === 'code')
    return <code className="rounded bg-current/12 px-1 py-0.5 font-mono text-[0.9em]">{part.text}</code>;
  if (part.kind === 'link' && links)
    return (
      <a href={part.href} target="_blank" rel="nofollow noopener noreferrer" className="underline underline-offset-2">
        <Highlight text={part.text} matches={matchesIn(part.text, find)} />
      </a>
    );
  if (mentions && find === '') return <NamedText text={part.text} mentions={mentions} />;
  return <Highlight text={part.text} matches={matchesIn(part.text, find)} />;
}
