import { Spinner } from '#client/ui/state/spinner.tsx';

/** Answers a press at once while the code of what it opens is still on its way. */
export function PartComing() {
  return (
    <p
      role="status"
      className="fixed inset-x-0 top-[12vh] z-30 mx-auto flex w-fit items-center gap-3 rounded-box border border-base-300 bg-raised px-5 py-3 text-small shadow-lg"
    >
      <Spinner /> Opening…
    </p>
  );
}
