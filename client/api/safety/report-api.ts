import { baseApi } from '#client/api/base-api.ts';
import { wholeList } from '#client/api/lists/pages.ts';
import type { AppDispatch, RootState } from '#client/state/make-store.ts';
import type { NewReport, OwnReport, OwnReportsReply, ReportReply } from '#shared/api/reports.ts';
import { limits } from '#shared/limits.ts';
import { apiPaths } from '#shared/paths.ts';
import { afterBlock } from './block-api.ts';

export const reportApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** With the capability `safety.report`, like all that follow. `blocks`: the person who is blocked with it. */
    report: build.mutation<ReportReply, { report: NewReport; blocks: string | undefined }>({
      query: ({ report }) => ({ url: apiPaths.report, method: 'POST', body: report }),
      onQueryStarted: async ({ blocks }, { dispatch, getState, queryFulfilled }) => {
        try {
          await queryFulfilled;
          if (blocks !== undefined)
            afterBlock({ dispatch: dispatch as AppDispatch, getState: () => getState() as RootState }, blocks);
        } catch {
          // The dialog shows the error.
        }
      },
      invalidatesTags: ['Reports'],
    }),
    ownReports: build.query<OwnReport[], void>({
      queryFn: (_arg, _api, _extra, call) =>
        wholeList(
          call,
          { url: apiPaths.reports, params: { limit: limits.page.max } },
          ({ items }: OwnReportsReply) => items,
        ),
      providesTags: ['Reports'],
    }),
  }),
});

export const { useReportMutation, useOwnReportsQuery } = reportApi;
