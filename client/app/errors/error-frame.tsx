import { Component, lazy, type ReactNode, Suspense } from 'react';
import { FramedScreen } from '#client/app/root-frame.tsx';
import { useAppSelector } from '#client/state/hooks.ts';
import { Wordmark } from '#client/ui/open-page.tsx';
import { LoadingScreen } from '../loading-screen.tsx';
import { OpenFrame } from '../open-frame.tsx';
import { shell } from '../shell-code.ts';

const Shell = lazy(async () => ({ default: await shell.open() }));

/** Around an error page: for a signed-in user the navigation of every other screen, for a visitor the wordmark. */
export function ErrorFrame({ children }: { children: ReactNode }) {
  const isSignedIn = useAppSelector(({ auth }) => auth.user !== null && auth.authenticated);
  const bare = <BareMain>{children}</BareMain>;
  if (!isSignedIn) return <OpenFrame>{bare}</OpenFrame>;
  return (
    <UnlessItCrashes instead={bare}>
      <Suspense fallback={<LoadingScreen />}>
        <FramedScreen value={children}>
          <Shell />
        </FramedScreen>
      </Suspense>
    </UnlessItCrashes>
  );
}

/** The main part of a page that has no navigation around it. */
export function BareMain({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1}>
      <div className="gutter-x mx-auto w-full max-w-reading pt-6">
        <Wordmark />
      </div>
      {children}
    </main>
  );
}

interface Props {
  instead: ReactNode;
  children: ReactNode;
}

/** The router's boundary, which shows the error page, cannot catch a crash of the frame around it. */
class UnlessItCrashes extends Component<Props, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };
  static getDerivedStateFromError = () => ({ hasCrashed: true });
  override render() {
    return this.state.hasCrashed ? this.props.instead : this.props.children;
  }
}
