type Listener = (payload: unknown) => void;
type Acknowledge = (error: Error | null, reply?: unknown) => void;

interface Emitted {
  name: string;
  payload: unknown;
  acknowledge: Acknowledge | undefined;
}

/** A stand-in for the socket of socket.io-client, for `vi.mock`: it notes what the client emits. */
export class FakeSocket {
  connected = true;
  active = true;
  readonly emitted: Emitted[] = [];
  readonly #listeners = new Map<string, Listener[]>();
  readonly volatile = this;

  emit(name: string, payload: unknown, acknowledge?: Acknowledge): void {
    this.emitted.push({ name, payload, acknowledge });
  }

  timeout(): this {
    return this;
  }

  on(name: string, listener: Listener): void {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
  }

  connect(): void {}

  disconnect(): void {}

  off(name: string, listener: Listener): void {
    this.#listeners.set(
      name,
      (this.#listeners.get(name) ?? []).filter((each) => each !== listener),
    );
  }

  removeAllListeners(): void {
    this.#listeners.clear();
  }

  /** Sends an event to the client. */
  hear(name: string, payload?: unknown): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(payload);
  }

  listensTo(name: string): boolean {
    return this.#listeners.has(name);
  }

  /** The payloads of the emitted events of this name. */
  sent(name: string): unknown[] {
    return this.emitted.filter((event) => event.name === name).map(({ payload }) => payload);
  }
}
