import { X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { forgetRefused, readRefused } from '#client/lib/refused-link.ts';
import { matchClientRoute } from '#shared/routes.ts';

/** A link that was refused while signed out is offered here, once: logging in always leads to the feed. */
export function ContinueLink() {
  const [path, setPath] = useState(readRefused);
  if (path === undefined || path === '/feed' || !matchClientRoute(path.split('?')[0] ?? '')) return null;
  const forget = () => {
    forgetRefused();
    setPath(undefined);
  };
  return (
    <p className="mb-4 flex items-center justify-between gap-2 rounded-field border border-base-300 bg-base-100 ps-4 text-small">
      <Link to={path} className="truncate py-2 text-primary underline" onClick={forget}>
        Continue to {path}
      </Link>
      <button type="button" className="btn btn-ghost btn-square btn-sm" aria-label="Dismiss" onClick={forget}>
        <X size={16} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </p>
  );
}
