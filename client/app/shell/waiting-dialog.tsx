import { takeBackWaitingCall } from '#client/lib/device/waiting-calls.ts';
import { focusBeside } from '#client/lib/dom/focus.ts';
import { useWaiting } from '#client/live/waiting-calls.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { ListDialog } from '#client/ui/dialog/questions.tsx';

/** The list of the user's changes that are sent, in this order, when there is a network. */
export function WaitingDialog({ onClose }: { onClose: () => void }) {
  const own = useOwnUser();
  const waiting = useWaiting(own._id);
  return (
    <ListDialog title="Waits for the network" onClose={onClose}>
      {waiting.length === 0 ? (
        <p>Nothing waits any more.</p>
      ) : (
        <p>This goes out by itself, in this order, when you are back.</p>
      )}
      <ol className="mt-3 flex list-decimal flex-col gap-1 ps-5">
        {waiting.map(({ id, words, call }) => (
          <li key={id} className="wrap-anywhere">
            <span dir="auto">{words}</span>
            {call && (
              <Button
                look="quiet"
                className="btn-sm ms-2"
                aria-label={`Take back: ${words}`}
                onClick={(event) => {
                  const { currentTarget: button } = event;
                  focusBeside(button.closest('li'), button.closest('dialog')?.querySelector('h2'));
                  takeBackWaitingCall(own._id, call);
                }}
              >
                Take back
              </Button>
            )}
          </li>
        ))}
      </ol>
    </ListDialog>
  );
}

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
