import { Suspense } from 'react';
import { lazyPart } from '#client/dom/retry/lazy-part.ts';
import type { BlockDialogProps } from './block-dialog.tsx';
import { BlockDialog } from './block-dialog.tsx';
import type { ReportDialogProps } from './report-dialog.tsx';

const ReportDialog = lazyPart(async () => (await import('./report-dialog.tsx')).ReportDialog);

/** The dialog that blocks a person. Render it to open it. */
export function BlockPerson(props: BlockDialogProps) {
  return <BlockDialog {...props} />;
}

/** The dialog that reports a person or something of theirs. Render it to open it. */
export function Report(props: ReportDialogProps) {
  return (
    <Suspense>
      <ReportDialog {...props} />
    </Suspense>
  );
}
