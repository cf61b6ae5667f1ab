import { useMemo, useSyncExternalStore } from 'react';
import { onStorageChange } from '#client/lib/device/stored-value.ts';
import { takeBackWaitingCall, type WaitingCall, waitingCalls } from '#client/lib/device/waiting-calls.ts';
import { focusBeside } from '#client/lib/dom/focus.ts';
import { nameOf, waitingChanges } from '#client/live/changes.ts';
import { outboxItems } from '#client/live/outbox.ts';
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

/** A call, a message or a change of a message that waits on this device until there is a network. */
interface Waiting {
  id: string;
  words: string;
  /** Of a call, which can be taken back; messages and their changes are taken back in their conversation. */
  call?: Pick<WaitingCall, 'method' | 'url'>;
}

/** The user's waiting calls, messages and changes, in the order in which they were made. */
function useWaiting(userId: string): readonly Waiting[] {
  const text = useSyncExternalStore(onStorageChange, () => JSON.stringify(waitingOf(userId)));
  return useMemo(() => JSON.parse(text) as Waiting[], [text]);
}

const changeWords = { edit: 'An edited message', delete: 'A deleted message', react: 'A reaction' } as const;

function waitingOf(userId: string): Waiting[] {
  const all: (Waiting & { at: string })[] = [
    ...waitingCalls(userId).map(({ at, words, method, url }) => ({
      ...{ id: `${method} ${url}`, at, words },
      call: { method, url },
    })),
    ...outboxItems(userId).map(({ clientId, createdAt, text }) => ({
      id: clientId,
      at: createdAt,
      words: text === '' ? 'A message with pictures' : `A message: ${text}`,
    })),
    ...waitingChanges(userId).map((change) => ({ id: nameOf(change), at: change.at, words: changeWords[change.kind] })),
  ];
  return all.toSorted((a, b) => a.at.localeCompare(b.at)).map(({ at: _at, ...waiting }) => waiting);
}
