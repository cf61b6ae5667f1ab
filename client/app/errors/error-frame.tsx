import { Component, lazy, type ReactNode, Suspense } from 'react';
import { useAppSelector } from '#client/store/hooks.ts';
import { LoadingScreen } from '../loading-screen.tsx';
import { OpenFrame } from '../open-frame.tsx';
import { FramedScreen } from '../shell/framed-screen.ts';
import { shell } from '../shell-code.ts';
import { BareMain } from './error-view.tsx';

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
