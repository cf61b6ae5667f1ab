import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { usePreferences } from '#client/device/preferences.ts';
import { setTitleCount } from '#client/dom/page-title.ts';
import { useCapabilities } from '#client/store/api/capabilities.ts';
import { useNewsCount } from '#client/store/api/news-count.ts';
import { useAppSelector, useAppStore, useOwnUser } from '#client/store/hooks.ts';
import { type Live, LiveContext } from '#client/store/live/live-context.ts';
import { announceNews, dismissNewsOf } from './announce-news.ts';

/** Everything live of a signed-in user. Its code, Socket.IO's client with it, comes after the first paint. */
export function LiveSession({ children }: { children: ReactNode }) {
  const store = useAppStore();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { _id: userId } = useOwnUser();
  const { presence } = usePreferences();
  const capabilities = useCapabilities();
  const [live, setLive] = useState<Live>();
  const ended = useAppSelector((state) => state.session.ended);
  useCountInTitle();
  useEffect(() => dismissNewsOf(pathname), [pathname]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: who is shown as online is told with the handshake
  useEffect(() => {
    // An ended session has no live connection; logging in again opens a new one.
    if (!capabilities || ended) return;
    let stop: (() => void) | undefined;
    let left = false;
    const start = async () => {
      const { startLive } = await import('#client/store/live/start-live.ts');
      if (left) return;
      const announce = announceNews(userId, (href) => void navigate(href));
      const started = startLive({ store, userId, capabilities, announce });
      stop = started.stop;
      setLive(started.live);
    };
    // Without its code the screens still work, by calls alone.
    const timer = setTimeout(() => void start().catch(() => undefined), 0);
    return () => {
      left = true;
      clearTimeout(timer);
      stop?.();
      setLive(undefined);
    };
  }, [store, userId, capabilities, presence, ended]);

  return <LiveContext value={live}>{children}</LiveContext>;
}

function useCountInTitle(): void {
  const { titleCount } = usePreferences();
  const { total } = useNewsCount();
  const count = titleCount ? total : 0;
  useEffect(() => {
    setTitleCount(count);
    return () => setTitleCount(0);
  }, [count]);
}
