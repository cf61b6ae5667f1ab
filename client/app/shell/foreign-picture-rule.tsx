import { type ReactNode, useMemo, useState } from 'react';
import { useForeignPicturesWait } from '#client/store/api/foreign-pictures.ts';
import { useAppSelector } from '#client/store/hooks.ts';
import { type ForeignPictureRule, ForeignPictures } from '#client/ui/picture/foreign-pictures.ts';

/** A picture on another site tells that site who is looking, so such pictures may wait for a press. */
export function ForeignPictureRules({ children }: { children: ReactNode }) {
  const waits = useForeignPicturesWait();
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
