import type { KeyboardEvent } from 'react';

/** Ctrl or Cmd with Enter, which saves a form from any of its fields. An input method's own Enter does not count. */
export function isSaveShortcut(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing;
}
