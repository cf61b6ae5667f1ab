import { useCapabilitiesKnown, useCapability } from './capabilities.ts';

/**
 * Whether pictures of other sites wait for a press. They do where the upstream takes uploads; without uploads they are the
 * only pictures. Until that is known none loads.
 */
export function useForeignPicturesWait(): boolean {
  const hasUploads = useCapability('media');
  const known = useCapabilitiesKnown();
  return hasUploads || !known;
}
