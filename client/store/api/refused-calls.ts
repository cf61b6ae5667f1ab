/**
 * Calls that were refused because the session had ended. They wait for the same person to log in again: then each is
 * made, once. Meanwhile the screen shows them as under way. Whoever leaves the set is never made.
 */
export const refusedCalls = new Set<() => void>();
