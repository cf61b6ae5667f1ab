import { readFileSync } from 'node:fs';
import vm from 'node:vm';

export const origin = 'https://dotcode.example';

type Key = string | { url: string };

/** The source of a program below client/service-worker. */
export const workerSource = (name: string): string =>
  readFileSync(new URL(`../service-worker/${name}.ts`, import.meta.url), 'utf8');

/** The environment of a service worker: caches, and a network that gives `answers` or is offline. */
export class TestWorker {
  readonly #listeners = new Map<string, (event: Record<string, unknown>) => void>();
  readonly stored = new Map<string, Map<string, Response>>();
  /** The paths of the calls, and their JSON bodies. */
  readonly asked: string[] = [];
  readonly bodies: unknown[] = [];
  answers: Record<string, () => Response> = {};
  online = true;

  readonly #fetch = async (input: Key, init: { credentials?: string; body?: string } = {}): Promise<Response> => {
    const path = pathOf(input);
    this.asked.push(init.credentials === 'omit' ? `${path} without cookies` : path);
    if (init.body !== undefined) this.bodies.push(JSON.parse(init.body));
    if (!this.online) throw new TypeError('Failed to fetch');
    // Browsers mark same-origin responses as "basic"; the constructor cannot.
    const response = this.answers[path]?.() ?? new Response('missing', { status: 404 });
    return Object.defineProperty(response, 'type', { value: 'basic' });
  };

  readonly #caches = {
    open: async (name: string) => {
      const cache = this.stored.get(name) ?? new Map<string, Response>();
      this.stored.set(name, cache);
      return {
        put: async (key: Key, response: Response) => void cache.set(pathOf(key), response),
        match: async (key: Key) => cache.get(pathOf(key))?.clone(),
      };
    },
    match: async (key: Key, { cacheName }: { cacheName?: string } = {}) =>
      [...this.stored]
        .filter(([name]) => cacheName === undefined || name === cacheName)
        .map(([, cache]) => cache.get(pathOf(key))?.clone())
        .find((response) => response !== undefined),
    keys: async () => [...this.stored.keys()],
    delete: async (name: string) => this.stored.delete(name),
  };

  /** Starts a program, with further parts of the global object. */
  run(program: string, parts: object): this {
    const self = {
      addEventListener: (type: string, listener: (event: Record<string, unknown>) => void) =>
        this.#listeners.set(type, listener),
      location: new URL(origin),
      ...parts,
    };
    const globals = { Response, URL, TypeError, Date, Promise, JSON };
    vm.runInNewContext(program, { self, caches: this.#caches, fetch: this.#fetch, ...globals });
    return this;
  }

  /** Raises an event and waits for its work. Returns the response to a request, if the worker handles it. */
  async raise(type: string, event: Record<string, unknown> = {}): Promise<Response | undefined> {
    const work: unknown[] = [];
    let answer: unknown;
    this.#listeners.get(type)?.({
      ...event,
      waitUntil: (promise: unknown) => work.push(promise),
      respondWith: (promise: unknown) => {
        answer = promise;
      },
    });
    const response = await answer;
    await Promise.all(work);
    return response as Response | undefined;
  }

  request(path: string, own: { mode?: string; method?: string } = {}): Promise<Response | undefined> {
    const request = { url: new URL(path, origin).href, method: 'GET', mode: 'cors', ...own };
    return this.raise('fetch', { request, preloadResponse: Promise.resolve(undefined) });
  }
}

function pathOf(key: Key): string {
  const { pathname, origin: own } = new URL(typeof key === 'string' ? key : key.url, origin);
  return own === origin ? pathname : `${own}${pathname}`;
}
