/** An exchange that is given up when no byte of it has passed for too long. */
export interface Watched {
  /** How many checks in a row it has been silent. */
  silentChecks: number;
  /** The result of `moved` at the last check. */
  seen: number;
  /** Its index in the list of the timeouts that watch it; undefined while none does. */
  index: number | undefined;
  /** A number that differs from the last one when a byte has passed meanwhile. */
  moved(): number;
  /** Called when the connection was silent for too long; it is not watched any longer. */
  onSilence(): void;
}

const checksPerTimeout = 10;

/**
 * Idle timeouts for many exchanges with one timer: each ends after `timeoutMs` of silence, give or take a tenth.
 * The list is an array and not a Set, because V8 keeps the garbage of a busy Set alive through several collections.
 */
export class IdleTimeouts {
  readonly #watched: Watched[] = [];
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(timeoutMs: number) {
    this.#everyMs = timeoutMs / checksPerTimeout;
  }

  watch(watched: Watched): void {
    watched.silentChecks = 0;
    watched.seen = watched.moved();
    watched.index ??= this.#watched.push(watched) - 1;
    this.#timer ??= setInterval(() => this.#check(), this.#everyMs).unref();
  }

  forget(watched: Watched): void {
    const { index } = watched;
    if (index === undefined) return;
    watched.index = undefined;
    const last = this.#watched.pop() as Watched;
    if (last === watched) return;
    this.#watched[index] = last;
    last.index = index;
  }

  #check(): void {
    if (this.#watched.length === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    for (const watched of [...this.#watched]) {
      if (watched.index === undefined) continue;
      const moved = watched.moved();
      // The first check comes at any moment after the last byte, so one more than that many make the whole timeout.
      if (moved !== watched.seen) {
        watched.seen = moved;
        watched.silentChecks = 1;
      } else if (watched.silentChecks < checksPerTimeout) watched.silentChecks += 1;
      else {
        this.forget(watched);
        watched.onSilence();
      }
    }
  }
}
