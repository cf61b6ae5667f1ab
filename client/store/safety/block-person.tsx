import { Suspense } from 'react';
import { lazyPart } from '#client/dom/again/lazy-part.ts';
import type { BlockDialogProps } from './block-dialog.tsx';

// Loaded on demand: most visits block nobody.
const BlockDialog = lazyPart(async () => (await import('./block-dialog.tsx')).BlockDialog);

/** The dialog that blocks a person. Render it to open it. */
export function BlockPerson(props: BlockDialogProps) {
  return (
    <Suspense>
      <BlockDialog {...props} />
    </Suspense>
  );
}
