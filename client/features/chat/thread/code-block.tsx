import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { copyText } from '#client/dom/copy-text.ts';

export function CodeBlock({ code, language }: { code: string; language: string }) {
  return (
    <div className="my-1 overflow-hidden rounded-field border border-transparent bg-neutral text-neutral-content">
      <div className="flex items-center justify-between gap-2 border-b border-current/15 ps-3 pe-1">
        <span className="font-mono text-micro">{language || 'code'}</span>
        <CopyCode code={code} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide line is reached by the keyboard */}
      <pre className="overflow-x-auto p-3 font-mono text-small" tabIndex={0}>
        <code>{code}</code>
      </pre>
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
      className="flex min-h-8 items-center gap-1 rounded px-2 text-micro hover:bg-current/15"
      onClick={() => void copy()}
    >
      {copied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
      {copied ? 'Copied' : 'Copy'}
    </button>
  );
}
