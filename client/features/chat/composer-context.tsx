import Pencil from 'lucide-react/icons/pencil';
import Reply from 'lucide-react/icons/reply';
import X from 'lucide-react/icons/x';

/** A line above the composer: it answers a message, or changes one. */
export function ComposerContext({
  kind,
  title,
  excerpt,
  onCancel,
}: {
  kind: 'reply' | 'edit';
  title: string;
  excerpt: string;
  onCancel: () => void;
}) {
  const Icon = kind === 'reply' ? Reply : Pencil;
  return (
    <div className="mx-auto mb-2 flex max-w-reading items-center gap-3 border-primary border-s-2 bg-base-200 py-1 ps-3 pe-1">
      <Icon size={16} strokeWidth={1.75} className="shrink-0 text-primary" aria-hidden="true" />
      <p className="min-w-0 flex-1">
        <span className="block truncate font-semibold text-micro text-primary" dir="auto">
          {title}
        </span>
        <span className="block truncate text-small" dir="auto">
          {excerpt}
        </span>
      </p>
      <button
        type="button"
        className="btn btn-ghost btn-square btn-sm pointer-coarse:size-11"
        aria-label={kind === 'reply' ? 'Do not answer this message' : 'Do not change this message'}
        onClick={onCancel}
      >
        <X size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}
