import { useWaiting } from '#client/live/waiting-calls.ts';
import { useOwnUser } from '#client/store/hooks.ts';

/** How much waits for the network; opens the list. */
export function WaitingButton({ onOpen }: { onOpen: () => void }) {
  const { length } = useWaiting(useOwnUser()._id);
  if (length === 0) return null;
  return (
    <button
      type="button"
      className="min-h-6 font-semibold underline pointer-coarse:-my-2 pointer-coarse:min-h-11"
      onClick={onOpen}
    >
      {length === 1 ? '1 change waits' : `${length} changes wait`}
    </button>
  );
}
