import { AppToaster } from './app-toaster.tsx';
import { SlowCallsToast } from './slow-calls-toast.tsx';

/** The toast area, and the toasts that are said there by themselves. */
export function Toasts() {
  return (
    <>
      <AppToaster />
      <SlowCallsToast />
    </>
  );
}
