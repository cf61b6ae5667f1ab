import { useEffect, useSyncExternalStore } from 'react';
import { toast } from 'sonner';
import { useAppSelector, useAppStore } from '#client/store/hooks.ts';
import { copy } from '#client/text/copy.ts';

const id = 'slow-calls';

/** Says in the toast area that calls are still waiting for an answer, and stops them on request. */
export function SlowCallsToast() {
  const slowCalls = useAppStore().dispatch((_dispatch, _getState, services) => services.slowCalls);
  const areThere = useSyncExternalStore(slowCalls.subscribe, slowCalls.areThere);
  // During the first load the loading gate shows the same.
  const isOpen = useAppSelector((state) => state.session.profile === 'answered');
  useEffect(() => {
    if (!areThere || !isOpen) return;
    const action = { label: copy.stop, onClick: slowCalls.stopAll };
    toast.message(copy.stillTrying, { id, action, duration: Number.POSITIVE_INFINITY });
    return () => void toast.dismiss(id);
  }, [areThere, isOpen, slowCalls]);
  return null;
}
