import X from 'lucide-react/icons/x';
import { Link } from 'react-router-dom';

interface Props {
  waiting: { path: string; name: string; inviter?: string; onFollow: () => void; onDismiss: () => void } | undefined;
}

/** Offers what was opened while signed out; renders nothing without any. */
export function ContinueLink({ waiting }: Props) {
  if (waiting === undefined) return null;
  const { path, name, inviter, onFollow, onDismiss } = waiting;
  return (
    <p className="flex items-center justify-between gap-2 rounded-field border border-base-300 bg-base-100 ps-4 text-small">
      <span className="min-w-0 wrap-anywhere py-2" dir="auto">
        {inviter && <span>{`${inviter} is waiting. `}</span>}
        <Link to={path} className="text-primary underline" onClick={onFollow}>
          Continue to {name}
        </Link>
      </span>
      <button type="button" className="btn btn-ghost btn-square btn-sm" aria-label="Dismiss" onClick={onDismiss}>
        <X size={16} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </p>
  );
}
