import { lazy, Suspense } from 'react';
import type { BlockDialogProps } from './block-dialog.tsx';

// Loaded on demand: most visits block nobody.
const BlockDialog = lazy(async () => ({ default: (await import('./block-dialog.tsx')).BlockDialog }));

/** The dialog that blocks a person. Render it to open it. */
export function BlockPerson(props: BlockDialogProps) {
  return (
    <Suspense>
      <BlockDialog {...props} />
    </Suspense>
  );
}
