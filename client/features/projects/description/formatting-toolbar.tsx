import type { LucideIcon } from 'lucide-react';
import Code from 'lucide-react/icons/code';
import Italic from 'lucide-react/icons/italic';
import Bold from 'lucide-react/icons/letter-b';
import Heading from 'lucide-react/icons/letter-h';
import LinkIcon from 'lucide-react/icons/link';
import List from 'lucide-react/icons/list';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { MarkdownAction } from './apply-markdown.ts';

const tools: { action: MarkdownAction; label: string; icon: LucideIcon; key?: string }[] = [
  { action: 'bold', label: 'Bold', icon: Bold, key: 'b' },
  { action: 'italic', label: 'Italic', icon: Italic, key: 'i' },
  { action: 'heading', label: 'Heading', icon: Heading },
  { action: 'list', label: 'List', icon: List },
  { action: 'link', label: 'Link', icon: LinkIcon, key: 'k' },
  { action: 'code', label: 'Code', icon: Code, key: 'e' },
];

/** The action that Ctrl or Cmd with this key stands for. */
export function actionForKey(event: KeyboardEvent): MarkdownAction | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.nativeEvent.isComposing) return;
  return tools.find(({ key }) => key === event.key.toLowerCase())?.action;
}

/** The Tab key stops once at the toolbar; the arrow keys move inside it. */
export function FormattingToolbar({
  controls,
  onApply,
}: {
  controls: string;
  onApply: (action: MarkdownAction) => void;
}) {
  const [current, setCurrent] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const handleKeyDown = (event: KeyboardEvent) => {
    const last = tools.length - 1;
    const next = {
      ArrowRight: current === last ? 0 : current + 1,
      ArrowLeft: current === 0 ? last : current - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      className="flex flex-wrap gap-0.5 border-b border-base-300 bg-base-200 p-1"
      onKeyDown={handleKeyDown}
    >
      {tools.map(({ action, label, icon: Icon, key }, index) => (
        <button
          key={action}
          type="button"
          tabIndex={index === current ? 0 : -1}
          className="btn btn-ghost btn-sm gap-1 px-2 text-small font-normal"
          title={key === undefined ? undefined : `Ctrl+${key.toUpperCase()}`}
          onClick={() => {
            setCurrent(index);
            onApply(action);
          }}
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
          {label}
        </button>
      ))}
    </div>
  );
}
