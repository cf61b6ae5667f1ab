import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useCapabilities } from '#client/api/capabilities.ts';
import { loadCode } from '#client/lib/dom/lazy-part.ts';
import { type Live, LiveContext } from '#client/live/live-context.ts';
import { useAppSelector, useAppStore, useOwnUser } from '#client/state/hooks.ts';

interface Props {
  children: ReactNode;
  /** Whether the first screen is drawn. The code of the connection, with the Socket.IO client, is loaded after it. */
  isDrawn: boolean;
}

type DismissNews = (path: string) => void;

/** Holds the live connection of the signed-in user. */
export function LiveSession({ children, isDrawn }: Props) {
  const store = useAppStore();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { _id: userId } = useOwnUser();
  const capabilities = useCapabilities();
  const [live, setLive] = useState<Live>();
  const ended = useAppSelector((state) => state.session.ended);
  const [dismissNewsOf, setDismissNews] = useState<DismissNews>();
  useEffect(() => dismissNewsOf?.(pathname), [dismissNewsOf, pathname]);

  useEffect(() => {
    // After an ended session the next login runs this effect again.
    if (!isDrawn || ended) return;
    let stop: (() => void) | undefined;
    let left = false;
    const start = async () => {
      const [{ startLive }, { announceNews, dismissNewsOf }] = await loadCode(() =>
        Promise.all([import('#client/live/socket.ts'), import('#client/features/notifications/announce-news.ts')]),
      );
      if (left) return;
      setDismissNews(() => dismissNewsOf);
      const announce = announceNews(store, (href) => void navigate(href));
      const started = startLive({ store, userId, capabilities, announce });
      stop = started.stop;
      setLive(started.live);
    };
    // If the code is broken, the screens work without live updates.
    void start().catch(() => undefined);
    return () => {
      left = true;
      stop?.();
      setLive(undefined);
    };
  }, [store, userId, capabilities, ended, isDrawn, navigate]);

  return <LiveContext value={live}>{children}</LiveContext>;
}
