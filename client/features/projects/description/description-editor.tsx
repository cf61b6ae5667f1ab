import type { LucideIcon } from 'lucide-react';
import Code from 'lucide-react/icons/code';
import Italic from 'lucide-react/icons/italic';
import Bold from 'lucide-react/icons/letter-b';
import Heading from 'lucide-react/icons/letter-h';
import LinkIcon from 'lucide-react/icons/link';
import List from 'lucide-react/icons/list';
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { classNames } from '#client/lib/dom/class-names.ts';
import { JoinedChoice } from '#client/ui/chips.tsx';
import { RichText } from '#client/ui/markdown/rich-text.tsx';
import { lengthOf, limits } from '#shared/limits.ts';
import { applyMarkdown, type MarkdownAction, typeDifference } from './apply-markdown.ts';

interface Props {
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  ref?: Ref<EditorHandle>;
}

export interface EditorHandle {
  /** Focuses the textarea; where the preview is shown, the textarea comes back first. */
  focus: () => void;
}

const max = limits.projectDescription.max;

/** Markdown in a textarea with a toolbar, and its preview. */
export function DescriptionEditor({ value, onChange, error, ref }: Props) {
  const [preview, setPreview] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const select = useSelectionAfterRender(area);
  useImperativeHandle(ref, () => ({
    focus: () => {
      flushSync(() => setPreview(false));
      area.current?.focus();
    },
  }));

  const apply = (action: MarkdownAction) => {
    const field = area.current;
    if (!field) return;
    const next = applyMarkdown(action, { value, start: field.selectionStart, end: field.selectionEnd });
    field.focus();
    // Typed into the field, so that the browser's undo can take the change back; set where typing is not possible.
    if (!typeDifference(field, next.value)) onChange(next.value);
    select(next.start, next.end);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const action = actionForKey(event);
    if (!action) return;
    event.preventDefault();
    apply(action);
  };

  const left = max - lengthOf(value);
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <label htmlFor={id} className="text-small font-semibold">
          Description
        </label>
        <fieldset className="join" aria-label="Description view">
          <JoinedChoice label="Write" pressed={!preview} onPress={() => setPreview(false)} />
          <JoinedChoice label="Preview" pressed={preview} onPress={() => setPreview(true)} />
        </fieldset>
      </div>
      <div
        className={classNames(
          'overflow-hidden rounded-field border bg-base-100 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-primary',
          error === undefined ? 'border-outline' : 'border-error',
        )}
      >
        {!preview && <FormattingToolbar controls={id} onApply={apply} />}
        <textarea
          ref={area}
          id={id}
          hidden={preview}
          dir="auto"
          rows={12}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={handleKeyDown}
          aria-describedby={classNames(`${id}-hint`, error !== undefined && `${id}-error`)}
          aria-invalid={error === undefined ? undefined : true}
          className="block w-full resize-y bg-transparent p-3 text-base leading-6 outline-none"
        />
        {preview && (
          <section aria-label="Preview" className="min-h-75 p-4">
            <h2 className="sr-only">Preview</h2>
            {value.trim() === '' ? <p className="text-muted">Nothing to preview yet.</p> : <RichText source={value} />}
          </section>
        )}
      </div>
      <p id={`${id}-hint`} className="text-small text-muted">
        <span>Markdown works: **bold**, lists, links and ``` for code.</span>
        {left < 1000 && <span>{` ${left >= 0 ? `${left} characters left.` : `${-left} characters too many.`}`}</span>}
      </p>
      {error !== undefined && (
        <p id={`${id}-error`} className="text-small text-error">
          {error}
        </p>
      )}
    </div>
  );
}

/** Sets the selection again after the next render: a controlled textarea loses it when its value changes. */
function useSelectionAfterRender(area: React.RefObject<HTMLTextAreaElement | null>) {
  const [wanted, setWanted] = useState<[number, number]>();
  useLayoutEffect(() => {
    if (wanted) area.current?.setSelectionRange(...wanted);
  }, [wanted, area]);
  return (start: number, end: number) => setWanted([start, end]);
}

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
