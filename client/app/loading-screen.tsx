import Refresh from 'lucide-react/icons/refresh-cw';
import WifiOff from 'lucide-react/icons/wifi-off';
import { type ReactNode, useEffect } from 'react';
import { useHref, useLocation, useNavigation } from 'react-router-dom';
import { usePageTitle } from '#client/lib/dom/page.ts';
import { useOnline } from '#client/lib/dom/window-state.ts';
import { FullScreenSpinner } from '#client/ui/state/waiting.tsx';
import { matchClientRoute } from '#shared/routes.ts';
import { useMissingCode } from './screen-code.ts';

/** After this time without its code, the browser itself opens the address of the next screen. */
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
  const shellStays = [pathname, next?.pathname ?? ''].every(isGuarded);
  return next && framedByShell === shellStays ? <LoadingScreen href={href} /> : children;
}

function isGuarded(pathname: string): boolean {
  return matchClientRoute(pathname)?.access === 'authenticated';
}

interface Props {
  /** The address that the browser opens itself when the code hangs; none for the one that this document was opened at. */
  href?: string;
}

/** The specified loading text, or why it takes longer where the code cannot be fetched. */
export function LoadingScreen({ href }: Props) {
  const isMissing = useMissingCode();
  useEffect(() => {
    if (isMissing || href === undefined) return;
    const timer = setTimeout(() => location.assign(href), hungAfterMs);
    return () => clearTimeout(timer);
  }, [isMissing, href]);
  return isMissing ? <MissingCode /> : <FullScreenSpinner />;
}

/** For a screen that was never opened on this device, while the network or the server is away. */
function MissingCode() {
  const online = useOnline();
  const title = online ? 'This page is still on its way' : 'You’re offline';
  usePageTitle(title);
  const Icon = online ? Refresh : WifiOff;
  return (
    <div
      role="status"
      className="gutter-x mx-auto flex min-h-[60dvh] w-full max-w-reading flex-col items-center justify-center gap-3 py-12 text-center text-balance"
    >
      <span className="mb-1 grid size-14 place-items-center rounded-full bg-tint text-primary">
        <Icon size={24} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <h1 tabIndex={-1} className="text-h1">
        {title}
      </h1>
      <p className="text-muted">
        {online ? 'The server does not answer. Still trying.' : 'This page opens when you’re back.'}
      </p>
    </div>
  );
}
