import { type ReactNode, useMemo, useState } from 'react';
import { useCapabilitiesKnown, useCapability } from '#client/store/api/capabilities.ts';
import { useAppSelector } from '#client/store/hooks.ts';
import { type ForeignPictureRule, ForeignPictures } from '#client/ui/picture/foreign-pictures.ts';

/**
 * A picture on another site tells that site who is looking. Where the upstream takes uploads, such pictures load only
 * on a press. Without uploads they are the only pictures, and load at once. Until the capabilities are known none loads.
 */
export function ForeignPictureRules({ children }: { children: ReactNode }) {
  const hasUploads = useCapability('media');
  const known = useCapabilitiesKnown();
  const waits = hasUploads || !known;
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
