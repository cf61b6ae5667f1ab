import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { usePreferences } from '#client/device/preferences.ts';
import { loadAgain } from '#client/dom/again/load-again.ts';
import { whenIdle } from '#client/dom/when-idle.ts';
import { announceNews, dismissNewsOf } from '#client/features/notifications/announce-news.ts';
import { useTitleCount } from '#client/features/notifications/use-title-count.ts';
import { isOffPage } from '#client/store/account/is-off-page.ts';
import { useCapabilities } from '#client/store/api/capabilities.ts';
import { useAppSelector, useAppStore, useOwnUser } from '#client/store/hooks.ts';
import { type Live, LiveContext } from '#client/store/live/live-context.ts';

/** Holds the live connection of the signed-in user. Its code, with the Socket.IO client, loads after the first paint. */
export function LiveSession({ children }: { children: ReactNode }) {
  const store = useAppStore();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { _id: userId } = useOwnUser();
  const { presence } = usePreferences();
  const capabilities = useCapabilities();
  const [live, setLive] = useState<Live>();
  const ended = useAppSelector((state) => state.session.ended);
  useTitleCount();
  useEffect(() => dismissNewsOf(pathname), [pathname]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the handshake carries `presence`, so a change reconnects
  useEffect(() => {
    // After an ended session the next login runs this effect again.
    if (!capabilities || ended) return;
    let stop: (() => void) | undefined;
    let left = false;
    const start = async () => {
      const { startLive } = await loadAgain(() => import('#client/store/live/start-live.ts'));
      if (left) return;
      const announce = announceNews(
        userId,
        (href) => void navigate(href),
        (kind) => isOffPage(store, kind),
      );
      const onBlockChanged = (otherId: string) =>
        void import('#client/store/safety/safety-api.ts').then(({ afterBlock }) => afterBlock(store, otherId));
      const started = startLive({ store, userId, capabilities, announce, onBlockChanged });
      stop = started.stop;
      setLive(started.live);
    };
    // If the code is broken, the screens work without live updates.
    const cancel = whenIdle(() => void start().catch(() => undefined));
    return () => {
      left = true;
      cancel();
      stop?.();
      setLive(undefined);
    };
  }, [store, userId, capabilities, presence, ended]);

  return <LiveContext value={live}>{children}</LiveContext>;
}
