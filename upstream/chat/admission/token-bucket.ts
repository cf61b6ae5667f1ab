export interface TokenBucket {
  /** Takes a token; false when none is left. */
  take: () => boolean;
}

/** Allows `burst` calls at once and `perSecond` calls in the long run. */
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
