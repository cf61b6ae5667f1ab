import { type ReactNode, useDeferredValue, useLayoutEffect } from 'react';

interface Props {
  children: ReactNode;
  /** Called when other children are on screen. */
  onShown?: () => void;
}

/**
 * Renders its first children at once, and later ones when the browser has shown the frame that answers the user's press:
 * for content that takes long to render. Presses in between interrupt it.
 */
export function AfterNextFrame({ children, onShown }: Props) {
  const shown = useDeferredValue(children);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is an occasion of its own
  useLayoutEffect(() => {
    onShown?.();
  }, [shown]);
  return shown;
}
