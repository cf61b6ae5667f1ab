import '#client/styles/print.css';
import { useEffect } from 'react';
import { AppToaster } from '#client/app/notices/app-toaster.tsx';
import { SlowCallsToast } from '#client/app/notices/slow-calls-toast.tsx';
import { registerServiceWorker } from './register-service-worker.ts';

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
