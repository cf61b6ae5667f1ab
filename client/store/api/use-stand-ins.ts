import { type StandIns, standIns } from '#client/store/foreign/stand-ins.ts';
import { includes, useCapabilities, useCapabilitiesKnown } from './capabilities.ts';

/**
 * How the client replaces the calls that this upstream lacks. A field that depends on capabilities that are not known yet is
 * undefined.
 */
export function useStandIns(): StandIns {
  const offered = useCapabilities() ?? [];
  const known = useCapabilitiesKnown();
  return standIns((name) => includes(offered, name), known);
}
