import { type ReactNode, useEffect, useState } from 'react';
import { announce } from '#client/dom/focus/announce.ts';
import { cardGrid } from '#client/ui/card-grid.ts';

/**
 * Appears after 150 ms, so that a fast answer does not flash. Hidden from screen readers, which hear "Loading" after a
 * second.
 */
export function Skeleton({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const show = setTimeout(() => setShown(true), 150);
    const say = setTimeout(() => announce('Loading'), 1000);
    return () => {
      clearTimeout(show);
      clearTimeout(say);
    };
  }, []);
  return (
    <div aria-busy="true">
      <div aria-hidden="true" className={shown ? undefined : 'invisible'}>
        {children}
      </div>
    </div>
  );
}

export function Bone({ className }: { className: string }) {
  return <div className={`skeleton rounded-field bg-base-300 ${className}`} />;
}

/** Bones below each other, for texts and forms. Each is given by the classes of its size. */
export function StackedBones({ bones, className = 'gap-4' }: { bones: readonly string[]; className?: string }) {
  return (
    <Skeleton>
      <div className={`flex flex-col ${className}`}>
        {bones.map((bone, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity
          <Bone key={row} className={bone} />
        ))}
      </div>
    </Skeleton>
  );
}

/** Rows of a list: a picture and two lines. */
export function RowBones({ rows = 6 }: { rows?: number }) {
  return (
    <Skeleton>
      <div className="flex flex-col gap-2">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity
          <div key={row} className="card flex-row items-center gap-3 p-4">
            <Bone className="size-10 shrink-0 rounded-full" />
            <div className="flex flex-1 flex-col gap-2">
              <Bone className="h-4 w-1/3" />
              <Bone className="h-3 w-2/3" />
            </div>
          </div>
        ))}
      </div>
    </Skeleton>
  );
}

/** A grid of cards with covers. */
export function CardBones({ cards = 6 }: { cards?: number }) {
  return (
    <Skeleton>
      <div className={cardGrid}>
        {Array.from({ length: cards }, (_, card) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity
          <div key={card} className="card overflow-hidden">
            <Bone className="aspect-[2.3] rounded-none" />
            <div className="flex flex-col gap-2 p-4">
              <Bone className="h-5 w-1/2" />
              <Bone className="h-4 w-full" />
            </div>
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
