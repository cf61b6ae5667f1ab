import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { toast } from 'sonner';
import { clearUser } from '#client/device/user-storage.ts';
import { useAppSelector } from '#client/store/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { ClearDeviceDialog } from '#client/ui/clear-device-dialog.tsx';

interface Props {
  code: string;
  detail: string | undefined;
}

const crashesKey = 'dotcode.crashes';
/** Crashes that are further apart than this have nothing to do with each other. */
const inARowMs = 5 * 60_000;

/** What an error page offers beyond the ways out. It comes after the page: a page that breaks must not wait for it. */
export function ErrorExtras({ code, detail }: Props) {
  const { pathname } = useLocation();
  const [at] = useState(() => new Date().toISOString());
  const [crashes, setCrashes] = useState(0);
  useEffect(() => {
    if (code === 'crash') setCrashes(countCrash());
  }, [code]);

  const copyDetails = async () => {
    // Neither who, nor what was typed: the query of a search stays out.
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
            sessionStorage.removeItem(crashesKey);
            location.reload();
          }}
        />
      )}
    </>
  );
}

/** Notes a crash of this tab and answers how many there were in a row. */
function countCrash(): number {
  try {
    const before = JSON.parse(sessionStorage.getItem(crashesKey) ?? '[]') as number[];
    const recent = [...before.filter((time) => Date.now() - time < inARowMs), Date.now()];
    sessionStorage.setItem(crashesKey, JSON.stringify(recent.slice(-3)));
    return recent.length;
  } catch {
    return 1;
  }
}
