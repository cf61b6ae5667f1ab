import { useEffect, useRef, useState } from 'react';
import { copyText } from '#client/dom/copy-text.ts';
import { saveFile } from '#client/dom/save-file.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { Button } from '#client/ui/button.tsx';

/** New recovery codes, which are shown this once. */
export function ShowCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const own = useOwnUser();
  const [answer, setAnswer] = useState<string>();
  const start = useRef<HTMLParagraphElement>(null);
  useEffect(() => start.current?.focus(), []);
  const text = codes.join('\n');

  const copy = async () =>
    setAnswer(
      (await copyText(text)) ? 'Copied.' : 'Your browser does not allow it: select the codes, or download them.',
    );
  const download = () => {
    saveFile('dotcode-recovery-codes.txt', `DotCode recovery codes of ${own.emailId ?? ''}\n\n${text}\n`, 'text/plain');
    setAnswer('Downloaded.');
  };
  return (
    <div className="flex flex-col gap-4">
      <p ref={start} tabIndex={-1}>
        These are your recovery codes. Each opens your account once, in place of the app’s code. Keep them where you
        find them without your phone: they are not shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid max-w-md grid-cols-1 gap-x-6 gap-y-1 rounded-field border border-base-300 p-4 font-mono text-small sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>Copy</Button>
        <Button onClick={download}>Download</Button>
        <Button look="primary" onClick={onKept}>
          I have kept them
        </Button>
      </div>
      <p role="status" className="text-small empty:hidden">
        {answer}
      </p>
    </div>
  );
}
