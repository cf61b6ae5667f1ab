import { type ReactNode, useEffect } from 'react';
import { CardBones, CoveredBones } from '#client/ui/state/skeleton.tsx';

/**
 * Focuses the heading once there is one: the skeleton has none, so the router focused the main region instead.
 * `takesFocus`: also where the profile, and with it the focused control, has just left the screen.
 */
export function Frame({ children, takesFocus = false }: { children: ReactNode; takesFocus?: boolean }) {
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement?.id !== 'main' && !(takesFocus && activeElement === document.body)) return;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [takesFocus]);
  return <div className={frame}>{children}</div>;
}

const frame = 'gutter-x mx-auto flex w-full max-w-content flex-col gap-8 py-6';

export function ProfileBones() {
  return (
    <div className={frame}>
      <CoveredBones
        cover="h-28 sm:h-44 lg:h-52"
        body="gap-3 px-5 pb-6 sm:px-8"
        avatar="-mt-17 size-33"
        bones={['h-8 w-1/2', 'h-6 w-3/4']}
      />
      <CardBones cards={3} />
    </div>
  );
}
