import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { rememberPlace } from '#client/device/recent-places.ts';
import { useOwnUser } from '#client/store/hooks.ts';

/** Remembers which people, projects and conversations are opened, for the palette. */
export function useRememberPlaces(): void {
  const { _id: ownId } = useOwnUser();
  const { pathname } = useLocation();
  useEffect(() => rememberPlace(ownId, pathname), [ownId, pathname]);
}
