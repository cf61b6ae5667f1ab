export interface TokenBucket {
  /** Takes a token, or several; false when there are fewer. */
  take: (cost?: number) => boolean;
}

/** Allows `burst` calls at once and `perSecond` calls in the long run. */
export function createTokenBucket(burst: number, perSecond: number, now: () => number = Date.now): TokenBucket {
  let tokens = burst;
  let last = now();
  return {
    take: (cost = 1) => {
      const time = now();
      tokens = Math.min(burst, tokens + ((time - last) / 1000) * perSecond);
      last = time;
      if (tokens < cost) return false;
      tokens -= cost;
      return true;
    },
  };
}
