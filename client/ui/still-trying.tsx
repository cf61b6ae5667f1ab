import { useSlow } from '#client/dom/use-slow.ts';
import { copy } from '#client/text/copy.ts';

/** Appears when a call of a form has been pending for eight seconds. The call goes on until the user stops it. */
export function StillTrying({ pending, onStop }: { pending: boolean; onStop: () => void }) {
  const slow = useSlow(pending);
  return (
    <div role="status" className="text-small empty:hidden">
      {slow && (
        <p className="flex flex-wrap items-center gap-x-2">
          {copy.stillTrying}
          <button type="button" className="btn btn-ghost btn-sm px-2 text-small" onClick={onStop}>
            {copy.stop}
          </button>
        </p>
      )}
    </div>
  );
}
