/** Remembers what was made last, by a key that names its content; what is being made is shared by all who ask for it. */
export class Recent<Made> {
  readonly #most: number;
  readonly #made = new Map<string, Promise<Made>>();

  constructor(most: number) {
    this.#most = most;
  }

  /** A failure is not remembered. */
  get(key: string, make: () => Promise<Made>): Promise<Made> {
    const known = this.#made.get(key);
    // Asked for again, it becomes the newest.
    this.#made.delete(key);
    const made = known ?? make();
    this.#made.set(key, made);
    if (known === undefined) {
      made.catch(() => {
        if (this.#made.get(key) === made) this.#made.delete(key);
      });
      const [oldest] = this.#made.keys();
      if (this.#made.size > this.#most && oldest !== undefined) this.#made.delete(oldest);
    }
    return made;
  }
}
