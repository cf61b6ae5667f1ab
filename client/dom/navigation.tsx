import { type AnchorHTMLAttributes, createContext, type MouseEvent, useContext } from 'react';

/**
 * How landing and login lead elsewhere. In the running app the router does it. On a page that came pre-rendered, whoever hydrates
 * it does, because the router is not loaded yet.
 */
export interface Navigation {
  /** The history state that the screen was opened with. */
  state: unknown;
  go: (path: string, options?: { replace?: boolean; state?: unknown }) => void | Promise<void>;
}

export const NavigationContext = createContext<Navigation>({ state: null, go: (path) => location.assign(path) });

export function useNavigation(): Navigation {
  return useContext(NavigationContext);
}

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { to: string; state?: unknown };

/** A link of a screen that is shown with and without the router. Before any script it is a link like any other. */
export function PlainLink({ to, state, ...rest }: Props) {
  const { go } = useNavigation();
  const follow = (event: MouseEvent) => {
    // The browser opens other tabs and windows itself.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void go(to, { state });
  };
  return <a href={to} {...rest} onClick={follow} />;
}
