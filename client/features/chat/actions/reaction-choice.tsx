import Plus from 'lucide-react/icons/plus';
import { lazy, Suspense, useState } from 'react';
import { classNames } from '#client/dom/class-names.ts';
import { loadCode } from '#client/dom/retry/load-code.ts';
import { Spinner } from '#client/ui/state/spinner.tsx';
import { quickReactions } from './quick-reactions.ts';

// Loaded when it is opened, and not ahead: the names of all emoji are as large as the rest of the chat.
const EmojiPicker = lazy(async () => ({
  default: (await loadCode(() => import('./emoji-picker.tsx'))).EmojiPicker,
}));

interface Props {
  /** Those that the user has chosen already: a press takes them back. */
  chosen: ReadonlySet<string>;
  onChoose: (emoji: string) => void;
}

/** Six reactions in one press, and a grid with all others. */
export function ReactionChoice({ chosen, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen)
    return (
      <Suspense
        fallback={
          <div className="grid h-80 w-80 max-w-full place-items-center">
            <Spinner />
          </div>
        }
      >
        <EmojiPicker onChoose={onChoose} />
      </Suspense>
    );
  return (
    <div className="flex justify-center gap-1">
      {quickReactions.map(({ emoji, name }, place) => (
        <button
          key={emoji}
          type="button"
          aria-label={name}
          title={name}
          aria-pressed={chosen.has(emoji)}
          data-autofocus={place === 0 || undefined}
          className={classNames('btn btn-ghost btn-square text-xl', chosen.has(emoji) && 'bg-tint')}
          onClick={() => onChoose(emoji)}
        >
          <span className="emoji">{emoji}</span>
        </button>
      ))}
      <button
        type="button"
        aria-label="More emoji"
        title="More emoji"
        className="btn btn-ghost btn-square"
        onClick={() => setOpen(true)}
      >
        <Plus size={20} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}
