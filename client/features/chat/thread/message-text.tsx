import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { memo, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '#client/dom/class-names.ts';
import { copyText } from '#client/dom/clipboard.ts';
import { type InlinePart, parseMessage } from '#client/text/message-format.ts';
import { highlightWhenNear } from '#client/ui/code/highlight-when-near.ts';
import { Highlight, matchesIn } from '#client/ui/highlight.tsx';
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
      <CodeBlock key={index} code={part.text} language={part.language} />
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

/** Longer code is folded to `shownLines`: one press shows the rest. */
const mostLines = 20;
const shownLines = 14;

/** A fenced block: coloured once it is near the window, long ones folded. */
export function CodeBlock({ code, language }: { code: string; language: string }) {
  const box = useRef<HTMLPreElement>(null);
  const id = useId();
  const lines = code.split('\n').length;
  const [isFolded, setFolded] = useState(lines > mostLines);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another element, to be coloured anew
  useEffect(() => (box.current ? highlightWhenNear(box.current) : undefined), [code, language]);
  return (
    <div className="my-1 overflow-hidden rounded-field border border-base-300 bg-base-200 text-base-content">
      <div className="flex items-center justify-between gap-2 border-b border-base-300 ps-3 pe-1">
        <span className="font-mono text-micro text-muted">{language || 'code'}</span>
        <CopyCode code={code} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <pre
        ref={box}
        id={id}
        role="group"
        aria-label={`Code, ${language || 'no language named'}`}
        className={classNames(
          'overflow-x-auto p-3 font-mono text-small leading-5',
          // 14 lines and the padding above them: the next line is cut, which shows that there is more.
          isFolded && 'max-h-74 overflow-y-hidden',
        )}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide line is reached by the keyboard
        tabIndex={0}
      >
        {/* The highlighter replaces what is inside: React must not change it later. */}
        <code key={code} className={language === '' ? undefined : `language-${language}`}>
          {code}
        </code>
      </pre>
      {lines > mostLines && (
        <button
          type="button"
          className="flex min-h-9 w-full items-center justify-center border-t border-base-300 font-medium text-small hover:bg-base-300/50 pointer-coarse:min-h-11"
          aria-expanded={!isFolded}
          aria-controls={id}
          onClick={() => setFolded(!isFolded)}
        >
          {isFolded ? `Show ${lines - shownLines} more lines` : 'Show less'}
        </button>
      )}
    </div>
  );
}

function CopyCode({ code }: { code: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    if (await copyText(code)) setCopied(true);
  };
  return (
    <button
      type="button"
      className="flex min-h-8 items-center gap-1 rounded px-2 text-micro hover:bg-base-300/60 pointer-coarse:min-h-11"
      onClick={() => void copy()}
    >
      {copied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
      <span>{copied ? 'Copied' : 'Copy'}</span>
    </button>
  );
}
