import { useEffect, useState } from 'react';
import { isRouteErrorResponse, Link, useLocation, useNavigate } from 'react-router-dom';
import { toast } from 'sonner';
import { readTabText, writeTabText } from '#client/lib/device/stored-value.ts';
import { clearUser } from '#client/lib/device/user-storage.ts';
import { usePageTitle } from '#client/lib/dom/page.ts';
import { copy } from '#client/lib/text/copy.ts';
import { useAppSelector } from '#client/state/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { ClearDeviceDialog } from '#client/ui/dialog/questions.tsx';
import { to } from '#shared/routes.ts';

/** The screen of the route /error. */
export function ErrorPage() {
  return <ErrorView code="oops" sentence="Something went wrong" />;
}

/**
 * Shows the error of a boundary: a router error by its status, anything else as a crash. Without an error it shows the
 * router's text for an unknown address.
 */
export function RouteErrorView({ error }: { error: unknown }) {
  const { pathname } = useLocation();
  const thrown = error ?? unknownAddress(pathname);
  const isUnknown = isRouteErrorResponse(thrown) && thrown.status === 404;
  const explained = isUnknown && /^\/share\//i.test(pathname) ? notPublic : explain(thrown);
  usePageTitle(explained.sentence);
  return <ErrorView {...explained} />;
}

interface Explained {
  /** "404", "405", "400" or a word. */
  code: string;
  sentence: string;
  /** The message of the router or of the thrown error. */
  detail?: string;
  /** A further sentence for people. */
  words?: string;
}

/** A public page that was never published, is not any more, or never was: a visitor cannot tell which. */
const notPublic: Explained = {
  code: '404',
  sentence: 'This page is not public',
  words: 'Its owner has not published it, or the link is not complete. Members see more when they are logged in.',
};

const sentences: Record<number, string> = {
  400: 'This address does not make sense',
  404: copy.noRouteMatches,
  405: 'This cannot be done here',
};

function unknownAddress(path: string) {
  return { status: 404, statusText: 'Not Found', internal: true, data: `Error: No route matches URL "${path}"` };
}

function explain(error: unknown): Explained {
  if (isRouteErrorResponse(error)) {
    return {
      code: String(error.status),
      sentence: sentences[error.status] ?? 'This page could not be shown',
      detail: typeof error.data === 'string' ? error.data : error.statusText,
    };
  }
  return {
    code: 'crash',
    sentence: 'Something on this page broke',
    detail: error instanceof Error ? error.message : String(error),
  };
}

/** Says in one sentence what happened, with two links to go on. */
function ErrorView({ code, sentence, detail, words }: Explained) {
  const navigate = useNavigate();
  const hasUser = useAppSelector((state) => state.auth.user !== null);
  return (
    <div className="gutter-x mx-auto flex min-h-[70dvh] w-full max-w-reading flex-col items-start justify-center gap-4 py-12">
      <p className="font-mono text-[clamp(4rem,18vw,8rem)] leading-none font-bold text-primary" aria-hidden="true">
        {code}
      </p>
      <h1 tabIndex={-1} className="text-h1">
        {sentence}
      </h1>
      {words !== undefined && <p className="max-w-[60ch] text-muted">{words}</p>}
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-outline" onClick={() => navigate(-1)}>
          Go back
        </button>
        <Link to={hasUser ? to.feed() : to.landing()} className="btn btn-primary">
          {hasUser ? 'Go to feed' : 'Go to the start page'}
        </Link>
        <FurtherHelp code={code} detail={detail} />
      </div>
    </div>
  );
}

const crashesKey = 'dotcode.crashes';
/** Crashes further apart than this are not counted together. */
const inARowMs = 5 * 60_000;

function FurtherHelp({ code, detail }: { code: string; detail: string | undefined }) {
  const { pathname } = useLocation();
  const [at] = useState(() => new Date().toISOString());
  const [crashes, setCrashes] = useState(0);
  useEffect(() => {
    if (code === 'crash') setCrashes(countCrash());
  }, [code]);

  const copyDetails = async () => {
    // Without the user and without the query string, which may hold what was searched for.
    const lines = [`Error: ${code}`, `Path: ${pathname}`, `Time: ${at}`, ...(detail ? [`Message: ${detail}`] : [])];
    try {
      await navigator.clipboard.writeText(lines.join('\n'));
      toast.success('Details copied');
    } catch {
      toast.error('Your browser does not let this page copy');
    }
  };
  return (
    <>
      {detail && (
        <details className="order-last mt-4 w-full text-small text-muted" open>
          <summary className="cursor-pointer font-semibold">Details</summary>
          <pre className="mt-2 rounded-box bg-base-300 p-3 font-mono break-words whitespace-pre-wrap text-base-content">
            {detail}
          </pre>
        </details>
      )}
      <Button look="quiet" onClick={() => void copyDetails()}>
        Copy details
      </Button>
      {code === 'crash' && (
        <Button look="quiet" onClick={() => location.reload()}>
          Load the page again
        </Button>
      )}
      {code === 'crash' && !navigator.onLine && (
        <p role="status" className="w-full text-muted">
          You are offline: this page may only need the network.
        </p>
      )}
      {crashes >= 3 && <ClearThisDevice />}
    </>
  );
}

/** The last resort after repeated crashes: stored data may be the cause. Asks first. */
function ClearThisDevice() {
  const userId = useAppSelector((state) => state.auth.user?._id);
  const [asking, setAsking] = useState(false);
  if (userId === undefined) return null;
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        Clear this device
      </Button>
      {asking && (
        <ClearDeviceDialog
          onKeep={() => setAsking(false)}
          onClear={() => {
            clearUser(userId);
            writeTabText(crashesKey, null);
            location.reload();
          }}
        />
      )}
    </>
  );
}

/** Notes a crash of this tab, and returns how many there were in a row. */
function countCrash(): number {
  const before = (readTabText(crashesKey) ?? '').split(',').map(Number);
  const recent = [...before.filter((time) => Date.now() - time < inARowMs), Date.now()];
  writeTabText(crashesKey, recent.slice(-3).join());
  return recent.length;
}
