import { useLayoutEffect } from 'react';

/** What is on screen, for rules about other parts of the page. */
type Mark =
  /** The bar at the bottom of a phone. */
  | 'docked'
  /** A screen that fills the window and scrolls inside. */
  | 'filled'
  /** The field for a message; and that it has the focus. */
  | 'composing'
  | 'writing'
  /** The sticky buttons of a feed card. */
  | 'deciding';

/**
 * Marks the root element with an attribute while the component is mounted: `html[data-docked]`. The selector `body:has(…)`
 * would need no script, but with it the browser computes the styles of the whole page at each change of its content.
 */
export function useRootMark(mark: Mark, isOn = true): void {
  useLayoutEffect(() => {
    if (!isOn) return;
    const { dataset } = document.documentElement;
    dataset[mark] = '';
    return () => {
      delete dataset[mark];
    };
  }, [mark, isOn]);
}
