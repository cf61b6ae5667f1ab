export interface TokenBucket {
  /** Takes one token; false when none is left. */
  take: () => boolean;
}

/** Allows `burst` at once and `perSecond` in the long run. */
export function createTokenBucket(burst: number, perSecond: number, now: () => number = Date.now): TokenBucket {
  let tokens = burst;
  let last = now();
  return {
    take: () => {
      const time = now();
      tokens = Math.min(burst, tokens + ((time - last) / 1000) * perSecond);
      last = time;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
