import './code-block.css';
import { Suspense, useId, useState } from 'react';
import { copyText } from '#client/lib/dom/clipboard.ts';
import { lazyPart } from '#client/lib/dom/lazy-part.ts';

const ColouredCode = lazyPart(async () => (await import('./coloured-code.tsx')).ColouredCode);

/** Longer code is folded to `shownLines`: one press shows the rest. */
const mostLines = 20;
const shownLines = 14;

interface Props {
  code: string;
  /** As it is written behind the fence, or empty. */
  language: string;
  /** Folds long code. */
  folds?: boolean;
}

/** A block of code with the name of its language and a Copy button. */
export function CodeBlock({ code, language, folds = false }: Props) {
  const id = useId();
  const lines = code.split('\n').length;
  const isLong = folds && lines > mostLines;
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="prose-code">
      <div>
        <span>{language || 'code'}</span>
        <CopyCode code={code} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <pre
        id={isLong ? id : undefined}
        role="group"
        aria-label={`Code, ${language || 'no language named'}`}
        className={isLong && !isOpen ? 'prose-folded' : undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide line is reached by the keyboard
        tabIndex={0}
      >
        {language === '' ? (
          <code>{code}</code>
        ) : (
          <Suspense fallback={<code>{code}</code>}>
            <ColouredCode code={code} language={language} />
          </Suspense>
        )}
      </pre>
      {isLong && (
        <button
          type="button"
          className="flex min-h-9 w-full items-center justify-center border-t border-base-300 font-medium text-small hover:bg-base-300/50 pointer-coarse:min-h-11"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : `Show ${lines - shownLines} more lines`}
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
    <button type="button" className="btn btn-ghost btn-sm pointer-coarse:min-h-11" onClick={() => void copy()}>
      {copied ? 'Copied' : 'Copy'}
    </button>
  );
}
