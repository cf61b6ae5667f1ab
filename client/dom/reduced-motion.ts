import { readPreferences } from '#client/device/preferences.ts';

export function prefersReducedMotion(): boolean {
  return readPreferences().motion === 'reduce' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
