import { memo, Suspense } from 'react';
import { lazyPart } from '#client/dom/retry/lazy-part.ts';
import { type InlinePart, parseMessage } from '#client/text/markdown/message-format.ts';
import { Highlight, matchesIn } from '#client/ui/highlight.tsx';

// Loaded on demand: most messages hold no code.
const CodeBlock = lazyPart(async () => (await import('./code-block.tsx')).CodeBlock);

// Loaded on demand: only rooms name people.
const NamedText = lazyPart(async () => (await import('../room/named-text.tsx')).NamedText);

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
      <Suspense key={index} fallback={<pre className="overflow-x-auto">{part.text}</pre>}>
        <CodeBlock code={part.text} language={part.language} />
      </Suspense>
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
  if (mentions && find === '')
    return (
      <Suspense fallback={<span>{part.text}</span>}>
        <NamedText text={part.text} mentions={mentions} />
      </Suspense>
    );
  return <Highlight text={part.text} matches={matchesIn(part.text, find)} />;
}
