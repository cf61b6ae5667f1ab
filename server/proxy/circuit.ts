export interface CircuitOptions {
  /** Failures in a row before calls are refused without trying. */
  threshold: number;
  /** How long the first pause lasts; each failed probe doubles it, up to the longest. */
  pauseMs: number;
  longestPauseMs: number;
  now?: () => number;
  random?: () => number;
}

export type Permission = Allowed | { readonly allowed: false; readonly retryAfterSeconds: number };

interface Allowed {
  readonly allowed: true;
  /** Set for a trial call, to be called when it is over. Where the trial call neither succeeded nor failed, the next call may try at once. */
  readonly giveBack?: () => void;
}

/**
 * A circuit breaker for an upstream that cannot be reached. While it is open, one call at a time may try after a pause,
 * and its success closes the circuit. Pauses are jittered, so that several gateways do not try at the same moment.
 */
export class Circuit {
  readonly #options: CircuitOptions;
  readonly #now: () => number;
  readonly #random: () => number;
  #failures = 0;
  #pause = 0;
  #probeAt = 0;
  /** The trial call that has neither succeeded nor failed yet. */
  #probe: symbol | undefined;

  constructor(options: CircuitOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#random = options.random ?? Math.random;
  }

  get isOpen(): boolean {
    return this.#failures >= this.#options.threshold;
  }

  ask(): Permission {
    if (!this.isOpen) return allowed;
    const wait = this.#probeAt - this.#now();
    if (wait > 0) return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)) };
    // The pause is over: this call tries the upstream. Others are refused until it succeeds or fails, or for another pause.
    this.#probeAt = this.#now() + this.#pause;
    const probe = Symbol('probe');
    this.#probe = probe;
    return {
      allowed: true,
      giveBack: () => {
        if (this.#probe === probe) this.#probeAt = this.#now();
      },
    };
  }

  succeeded(): void {
    this.#failures = 0;
    this.#pause = 0;
    this.#probe = undefined;
  }

  failed(): void {
    this.#failures += 1;
    this.#probe = undefined;
    if (!this.isOpen) return;
    const { pauseMs, longestPauseMs } = this.#options;
    this.#pause = Math.min(longestPauseMs, this.#pause === 0 ? pauseMs : this.#pause * 2);
    this.#probeAt = this.#now() + this.#pause * (0.75 + this.#random() * 0.5);
  }
}

const allowed: Allowed = { allowed: true };
