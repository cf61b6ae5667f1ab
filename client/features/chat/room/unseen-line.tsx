import X from 'lucide-react/icons/x';
import { toast } from 'sonner';
import { errorMessage } from '#client/text/api-error.ts';
import { usePutAwayUnseenMutation } from './room-api.ts';

/** The same words for whoever of the two has blocked. They stand until the user has put them away, which is kept for good. */
export function UnseenLine({ projectId }: { projectId: string }) {
  const [putAway] = usePutAwayUnseenMutation();
  return (
    <div className="flex items-center gap-2 border-base-300 border-b px-4 py-1 sm:px-6">
      <p className="min-w-0 flex-1 text-muted text-small">Somebody here and you don’t see each other’s messages.</p>
      <button
        type="button"
        aria-label="Dismiss"
        className="btn btn-ghost btn-square btn-sm"
        onClick={() =>
          void putAway({ projectId }).then(({ error }) => {
            if (error) toast.error(errorMessage(error));
          })
        }
      >
        <X size={16} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}
