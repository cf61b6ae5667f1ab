import { type ReactNode, useMemo, useState } from 'react';
import { useCapability } from '#client/store/api/capabilities.ts';
import { useAppSelector } from '#client/store/hooks.ts';
import { type ForeignPictureRule, ForeignPictures } from '#client/ui/person/foreign-pictures.ts';

/**
 * Pictures of other sites tell those sites who looks. Where the upstream takes uploads they are the exception, and wait
 * for a press; without uploads they are the only pictures there are.
 */
export function ForeignPictureRules({ children }: { children: ReactNode }) {
  const waits = useCapability('media');
  const user = useAppSelector(({ auth }) => auth.user);
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set());
  const rule = useMemo<ForeignPictureRule>(
    () =>
      waits
        ? {
            mayLoad: (src) => src === user?.photoUrl || src === user?.coverUrl || loaded.has(src),
            load: (src) => setLoaded((before) => new Set([...before, src])),
          }
        : { mayLoad: () => true },
    [waits, user?.photoUrl, user?.coverUrl, loaded],
  );
  return <ForeignPictures value={rule}>{children}</ForeignPictures>;
}
