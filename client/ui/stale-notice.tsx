import { copy } from '#client/text/copy.ts';
import { Button } from './button.tsx';

/** Above a list that is still shown although asking for it again has failed. */
export function StaleNotice({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  return (
    <div role="alert" className="alert alert-soft alert-warning mb-4 flex flex-wrap justify-between">
      <span>This list may be old: it could not be loaded again.</span>
      <Button className="btn-sm pointer-coarse:min-h-11" pending={retrying} onClick={onRetry}>
        {copy.retry}
      </Button>
    </div>
  );
}
