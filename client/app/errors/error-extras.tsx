import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { toast } from 'sonner';
import { readTabText, writeTabText } from '#client/lib/device/stored-value.ts';
import { clearUser } from '#client/lib/device/user-storage.ts';
import { useAppSelector } from '#client/state/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { ClearDeviceDialog } from '#client/ui/dialog/questions.tsx';

interface Props {
  code: string;
  detail: string | undefined;
}

const crashesKey = 'dotcode.crashes';
/** Crashes further apart than this are not counted together. */
const inARowMs = 5 * 60_000;

/** Further help on an error page. Loaded after the page, which must not wait for it. */
export function ErrorExtras({ code, detail }: Props) {
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
