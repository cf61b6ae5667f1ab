import { memo } from 'react';
import { type InlinePart, parseMessage } from '#client/lib/text/message-format.ts';
import { Highlight, matchesIn } from '#client/ui/highlight.tsx';
import { CodeBlock } from '#client/ui/markdown/code-block.tsx';
import { NamedText } from '../room/room-lines.tsx';

interface Props {
  text: string;
  find: string;
  /** False shows links as text. */
  links: boolean;
  /** Ids of the people of a room whom it names. */
  mentions?: readonly string[] | undefined;
}

/** A message with its links and code. Nothing else in the text is interpreted. */
export const MessageText = memo(function MessageText({ text, find, links, mentions }: Props) {
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

function Inline({ part, find, links, mentions }: Omit<Props, 'text'> & { part: InlinePart }) {
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
