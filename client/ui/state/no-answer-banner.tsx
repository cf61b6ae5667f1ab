import { copy } from '#client/text/copy.ts';

/** Above a screen that cannot work because the server did not answer the profile load. */
export function NoAnswerBanner({ onRetry }: { onRetry: () => void }) {
  return (
    <p className="bg-neutral px-4 py-2 text-center text-small text-neutral-content">
      No answer from the server.{' '}
      <button type="button" className="underline" onClick={onRetry}>
        {copy.retry}
      </button>
    </p>
  );
}
