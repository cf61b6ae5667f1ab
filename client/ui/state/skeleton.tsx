import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { announce } from '#client/lib/dom/announce.tsx';
import { classNames } from '#client/lib/dom/class-names.ts';

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
        <Bones bones={bones} />
      </div>
    </Skeleton>
  );
}

function Bones({ bones }: { bones: readonly string[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity
  return bones.map((bone, row) => <Bone key={row} className={bone} />);
}

/** The same shape several times. */
export function RepeatedBones({
  times,
  className,
  children,
}: {
  times: number;
  className: string;
  children: ReactNode;
}) {
  return (
    <Skeleton>
      <div className={className}>
        {Array.from({ length: times }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity
          <Fragment key={at}>{children}</Fragment>
        ))}
      </div>
    </Skeleton>
  );
}

/** Rows of a list: a picture and two lines. */
export function RowBones({ rows = 6 }: { rows?: number }) {
  return (
    <RepeatedBones times={rows} className="flex flex-col gap-2">
      <div className="card flex-row items-center gap-3 p-4">
        <Bone className="size-10 shrink-0 rounded-full" />
        <div className="flex flex-1 flex-col gap-2">
          <Bone className="h-4 w-1/3" />
          <Bone className="h-3 w-2/3" />
        </div>
      </div>
    </RepeatedBones>
  );
}

/** The classes of a grid of cards: one, two or three columns, by the width of the window. */
export const cardGrid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3';

/** A grid of cards with covers. */
export function CardBones({ cards = 6 }: { cards?: number }) {
  return (
    <RepeatedBones times={cards} className={cardGrid}>
      <div className="card overflow-hidden">
        <Bone className="aspect-cover rounded-none" />
        <div className="flex flex-col gap-2 p-4">
          <Bone className="h-5 w-1/2" />
          <Bone className="h-4 w-full" />
        </div>
      </div>
    </RepeatedBones>
  );
}

interface CoveredBonesProps {
  className?: string;
  /** The classes of the cover, which set its height. */
  cover: string;
  /** The classes of the box below the cover. */
  body: string;
  /** The classes of the round picture that overlaps the cover; without them there is none. */
  avatar?: string;
  bones: readonly string[];
}

/** One large card with a cover and lines below. */
export function CoveredBones({ className, cover, body, avatar, bones }: CoveredBonesProps) {
  return (
    <Skeleton>
      <div className={classNames('card overflow-hidden rounded-[1.25rem]', className)}>
        <Bone className={classNames('rounded-none', cover)} />
        <div className={classNames('flex flex-col', body)}>
          {avatar !== undefined && (
            <span className={classNames('rounded-full border-4 border-base-100 bg-base-300', avatar)} />
          )}
          <Bones bones={bones} />
        </div>
      </div>
    </Skeleton>
  );
}
