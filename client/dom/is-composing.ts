import type { KeyboardEvent } from 'react';

/** Whether a key, such as Enter or Escape, goes to an input method's composition. Some input methods only say so by key code 229. */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
