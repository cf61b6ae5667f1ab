import { useState } from 'react';
import { errorMessage } from '#client/text/api-error.ts';
import { copy } from '#client/text/copy.ts';
import { Button } from '#client/ui/button.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';

export function ShowMore({ label, onMore }: { label: string; onMore: () => Promise<void> }) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const load = async () => {
    setPending(true);
    setFailure(undefined);
    try {
      await onMore();
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <div className="mt-4 flex flex-col items-center gap-2">
      <ErrorLine>{failure}</ErrorLine>
      <Button pending={pending} onClick={() => void load()}>
        {failure === undefined ? label : copy.retry}
      </Button>
    </div>
  );
}
