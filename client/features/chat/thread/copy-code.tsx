import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '#client/dom/copy-text.ts';

export function CopyCode({ code }: { code: string }) {
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
