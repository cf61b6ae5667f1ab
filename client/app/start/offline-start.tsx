import { Link } from 'react-router-dom';
import { Banners } from '#client/app/shell/banners.tsx';
import { usePageTitle } from '#client/dom/page.ts';
import { copy } from '#client/text/copy.ts';
import { to } from '#shared/routes.ts';

/** Shown when the app was opened offline: the profile cannot be loaded, so the screen waits and keeps its address. */
export function OfflineStart({ onRetry }: { onRetry: () => void }) {
  usePageTitle(title);
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
