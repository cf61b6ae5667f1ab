import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useHref, useLocation, useNavigation } from 'react-router-dom';
import { FullScreenSpinner } from '#client/ui/state/waiting.tsx';
import { matchClientRoute } from '#shared/routes.ts';
import type { ScreenCode } from './screen-code.ts';
import { screenAt } from './screen-table.ts';
import { shell } from './shell-code.ts';
import { WaitingForCode } from './waiting-for-code.tsx';

/** Code that has not come by then is given up: the browser opens the address itself. */
const hungAfterMs = 10_000;

interface UntilProps {
  children: ReactNode;
  /** Whether this stands inside the frame of a signed-in user, which stays while one of its screens leads to another. */
  framedByShell: boolean;
}

/** Its children, or the loading text while the code of the next screen is on its way. */
export function UntilNextScreen({ children, framedByShell }: UntilProps) {
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const href = useHref(next ?? '');
  const missing = next ? missingCode(next.pathname) : [];
  const shellStays = [pathname, next?.pathname ?? ''].every(isGuarded);
  const isShown = missing.length > 0 && framedByShell === shellStays;
  return isShown ? <CodeOnTheWay missing={missing} href={href} /> : children;
}

interface Props {
  missing: readonly ScreenCode[];
  /** The address that the browser opens itself when the code hangs; none for the address that this document was opened at. */
  href?: string;
}

/** The specified loading text, or why it takes longer where the code cannot be fetched. */
export function CodeOnTheWay({ missing, href }: Props) {
  const hasFailed = useHasFailed(missing);
  useEffect(() => {
    if (hasFailed || href === undefined) return;
    const timer = setTimeout(() => location.assign(href), hungAfterMs);
    return () => clearTimeout(timer);
  }, [hasFailed, href]);
  return hasFailed ? <WaitingForCode /> : <FullScreenSpinner />;
}

/** The loading text for the first screen of a document. */
export function FirstScreenOnTheWay() {
  return <CodeOnTheWay missing={missingCode(location.pathname)} />;
}

function useHasFailed(codes: readonly ScreenCode[]): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const stops = codes.map(({ subscribe }) => subscribe(onChange));
      return () => {
        for (const stop of stops) stop();
      };
    },
    () => codes.some((code) => code.hasFailed()),
    () => false,
  );
}

/** The code that an address needs and that is not here yet; none for an unknown address. */
function missingCode(pathname: string): readonly ScreenCode[] {
  const needed = [screenAt(pathname), isGuarded(pathname) ? shell : undefined];
  return needed.filter((code) => code !== undefined).filter((code) => !code.isHere());
}

function isGuarded(pathname: string): boolean {
  return matchClientRoute(pathname)?.access === 'authenticated';
}
