import { type CSSProperties, useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import { usePreferences } from '#client/device/preferences.ts';
import './toaster.css';

/** The specified toast area. The swipe threshold (20 px) and the removal time (200 ms) are defaults of sonner 1.7. */
export function AppToaster() {
  const { theme } = usePreferences();
  // Sonner loses toasts from before the toaster is mounted, and this loads after the screen: show them again by id.
  useEffect(() => {
    for (const said of toast.getToasts()) if (!('dismiss' in said)) toast.message(said.title, said);
  }, []);
  return (
    <Toaster
      position="bottom-right"
      visibleToasts={3}
      duration={4000}
      gap={14}
      theme={theme}
      closeButton
      containerAriaLabel="Messages"
      style={{ '--width': '356px' } as CSSProperties}
    />
  );
}
