import { Suspense } from 'react';
import { lazyPart } from '#client/dom/retry/lazy-part.ts';
import type { BlockDialogProps } from './block-dialog.tsx';
import type { ReportDialogProps } from './report-dialog.tsx';

// Loaded on demand: most visits block and report nobody.
const BlockDialog = lazyPart(async () => (await import('./block-dialog.tsx')).BlockDialog);
const ReportDialog = lazyPart(async () => (await import('./report-dialog.tsx')).ReportDialog);

/** The dialog that blocks a person. Render it to open it. */
export function BlockPerson(props: BlockDialogProps) {
  return (
    <Suspense>
      <BlockDialog {...props} />
    </Suspense>
  );
}

/** The dialog that reports a person or something of theirs. Render it to open it. */
export function Report(props: ReportDialogProps) {
  return (
    <Suspense>
      <ReportDialog {...props} />
    </Suspense>
  );
}
