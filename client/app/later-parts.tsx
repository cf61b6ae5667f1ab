import { useEffect } from 'react';
import { AppToaster } from './app-toaster.tsx';
import { registerServiceWorker } from './register-service-worker.ts';
import { SlowCallsToast } from './slow-calls-toast.tsx';

/** Parts of every screen that the first paint does not need. */
export function LaterParts() {
  useEffect(() => registerServiceWorker(), []);
  return (
    <>
      <AppToaster />
      <SlowCallsToast />
    </>
  );
}
