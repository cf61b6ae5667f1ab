import { useEffect } from 'react';
import { AppToaster } from './app-toaster.tsx';
import { registerServiceWorker } from './register-service-worker.ts';
import { SlowCallsToast } from './slow-calls-toast.tsx';

/** What every screen has and none needs for its first paint. */
export function LaterParts() {
  useEffect(() => registerServiceWorker(), []);
  return (
    <>
      <AppToaster />
      <SlowCallsToast />
    </>
  );
}
