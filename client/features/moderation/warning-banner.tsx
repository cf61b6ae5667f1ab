import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import { useEffect } from 'react';
import { loadOwnUser } from '#client/api/auth-api.ts';
import { baseApi } from '#client/api/base-api.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { screenHeading } from '#client/lib/dom/focus.ts';
import { errorMessage } from '#client/lib/text/api-error.ts';
import { absoluteTime } from '#client/lib/text/time.ts';
import { useAppDispatch, useOwnUser } from '#client/state/hooks.ts';
import { setUser } from '#client/state/slices/auth-slice.ts';
import { Button } from '#client/ui/button.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import type { Warning } from '#shared/api/parts.ts';
import { apiPaths } from '#shared/paths.ts';

/** Above every screen until the user confirms that they have read it. */
export function WarningBanner({ warning }: { warning: Warning }) {
  const own = useOwnUser();
  const dispatch = useAppDispatch();
  const [acknowledge, { isLoading, error }] = useAcknowledgeMutation();
  useEffect(() => announce(`A moderator has warned you. ${warning.reason}`, 'assertive'), [warning.reason]);
  const confirm = async () => {
    const { error: failure } = await acknowledge(warning._id);
    if (failure) return;
    screenHeading()?.focus();
    const { warning: _acknowledged, ...others } = own;
    dispatch(setUser(others));
    // It may have another.
    await dispatch(loadOwnUser());
  };
  return (
    <section
      aria-label="A warning from the moderators"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-b border-warning bg-base-100 px-4 py-3 print:hidden"
    >
      <div className="flex min-w-0 max-w-reading flex-1 basis-80 gap-3">
        <TriangleAlert size={20} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-warning" />
        <div className="min-w-0">
          <p className="font-semibold">A moderator has warned you, {absoluteTime(warning.createdAt)}.</p>
          <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
            {warning.reason}
          </p>
          <ErrorLine>{error === undefined ? undefined : `Not confirmed. ${errorMessage(error)}`}</ErrorLine>
        </div>
      </div>
      <Button pending={isLoading} onClick={() => void confirm()}>
        I have read it
      </Button>
    </section>
  );
}

export const { useAcknowledgeMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Says that the user has read a moderator's warning. */
    acknowledge: build.mutation<unknown, string>({
      query: (warningId) => ({ url: apiPaths.warningAcknowledge(warningId), method: 'POST' }),
    }),
  }),
});
