import type { CSSProperties } from 'react';
import { Toaster } from 'sonner';
import { usePreferences } from '#client/device/preferences.ts';
import './toaster.css';

/** The specified toast area. The swipe threshold (20 px) and the removal time (200 ms) are defaults of sonner 1.7. */
export function AppToaster() {
  const { theme } = usePreferences();
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
