import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { usePageTitle } from '#client/dom/page-title.ts';
import { useOnline } from '#client/dom/use-online.ts';
import { copy } from '#client/text/copy.ts';
import { to } from '#shared/routes.ts';
import { Banners } from './shell/banners.tsx';

/** The product was opened without a network: who is there cannot be asked, so the screen waits, and keeps its address. */
export function OfflineStart({ onRetry }: { onRetry: () => void }) {
  usePageTitle(title);
  const online = useOnline();
  useEffect(() => {
    if (online) onRetry();
  }, [online, onRetry]);
  return (
    <>
      <Banners />
      <main
        id="main"
        tabIndex={-1}
        className="gutter-x mx-auto flex min-h-[70dvh] w-full max-w-reading flex-col items-start justify-center gap-4 py-12"
      >
        <p className="font-mono text-[clamp(3rem,14vw,6rem)] leading-none font-bold text-primary" aria-hidden="true">
          offline
        </p>
        <h1 className="text-h1">{title}</h1>
        <p>This page opens by itself when you are connected. Drafts are still on this device.</p>
        <div className="flex flex-wrap gap-2">
          <button type="button" className="btn btn-primary" onClick={onRetry}>
            {copy.retry}
          </button>
          <Link to={to.landing()} className="btn btn-outline">
            Go to the start page
          </Link>
        </div>
      </main>
    </>
  );
}

const title = 'There is no connection';
