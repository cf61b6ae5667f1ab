import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { mergeMessages } from '#client/store/api/chat/merge-messages.ts';
import type { OutboxItem } from '#client/store/outbox/outbox-items.ts';
import { createOutboxSender, type Sent } from '#client/store/outbox/send-outbox.ts';
import type { ChatMessage, ChatReply } from '#shared/api/chat.ts';
import type { Ack, MessageReceived, SentMessage } from '#shared/socket-events.ts';
import type { StoredPerson } from './chat-people.ts';

export interface StormCounts {
  connections: number;
  attempts: number;
  /** Events for messages that were already known. */
  repeated: number;
  heard: number;
  fetched: number;
}

/** A chat client that uses the browser's own code: outbox, merge, and a fetch after each connect. */
export class StormClient {
  readonly person: StoredPerson;
  readonly threads = new Map<string, ChatMessage[]>();
  readonly counts: StormCounts = { connections: 0, attempts: 0, repeated: 0, heard: 0, fetched: 0 };
  readonly #url: string;
  readonly #socket: Socket;
  readonly #outbox = new Map<string, OutboxItem>();
  readonly #sender: { flush: () => Promise<void> };
  readonly #stopped = new AbortController();
  #order = 0;

  constructor(url: string, person: StoredPerson, peers: readonly string[]) {
    this.#url = url;
    this.person = person;
    for (const peer of peers) this.threads.set(peer, []);
    this.#socket = io(url, {
      path: '/api/socket.io',
      transports: ['websocket'],
      forceNew: true,
      autoConnect: false,
      reconnectionDelay: 20,
      reconnectionDelayMax: 200,
      extraHeaders: { cookie: person.cookie, origin: url },
    });
    this.#sender = createOutboxSender({
      items: () => [...this.#outbox.values()],
      put: (item) => this.#outbox.set(item.clientId, item),
      remove: (clientId) => this.#outbox.delete(clientId),
      send: (item) => this.#send(item),
      isConnected: () => this.#socket.connected,
      pause: (ms) => sleep(ms),
      onFailed: ({ text, reason }) => {
        throw new Error(`${text} was refused: ${reason}`);
      },
    });
    this.#socket.on('connect', () => {
      this.counts.connections += 1;
      void this.#fetchAll();
      void this.#sender.flush();
    });
    this.#socket.on('messageReceived', (event: MessageReceived) => this.#hear(event));
  }

  get waiting(): number {
    return this.#outbox.size;
  }

  connect(): void {
    this.#socket.connect();
  }

  write(peerId: string, text: string): string {
    this.#order += 1;
    const clientId = crypto.randomUUID();
    const item = { clientId, peerId, text, order: this.#order, createdAt: new Date().toISOString() };
    this.#outbox.set(clientId, { ...item, state: 'waiting', attempted: false, after: null });
    void this.#sender.flush();
    return clientId;
  }

  /** Cuts the connection as a network failure does, without a close frame. */
  cut(): void {
    // Cutting a connection that is not open yet only makes Socket.IO's client wait for its timeout.
    if (this.#socket.connected) this.#socket.io.engine.close();
  }

  close(): void {
    this.#stopped.abort();
    this.#socket.disconnect();
  }

  async #send({ clientId, peerId, text }: OutboxItem): Promise<Sent> {
    this.counts.attempts += 1;
    try {
      const payload = { targetUserId: peerId, text, clientId };
      const ack: Ack<SentMessage> = await this.#socket.timeout(5000).emitWithAck('sendMessage', payload);
      if (ack.ok) {
        const senderId = { _id: this.person.id, firstName: '', lastName: '' };
        this.#merge(peerId, [{ ...ack.data, text, senderId }]);
        return { outcome: 'stored' };
      }
      if (ack.error.code === 'rate_limited') return { outcome: 'later' };
      return { outcome: 'refused', reason: ack.error.message };
    } catch {
      return { outcome: this.#socket.connected ? 'later' : 'disconnected' };
    }
  }

  #hear({ _id = '', seq = 0, createdAt = '', senderId = '', peerId = '', text, clientId }: MessageReceived): void {
    this.counts.heard += 1;
    const sender = { _id: senderId, firstName: '', lastName: '' };
    const message = { _id, seq, createdAt, senderId: sender, text, ...(clientId === undefined ? {} : { clientId }) };
    const before = this.threads.get(peerId)?.at(-1)?.seq ?? 0;
    const isNew = this.#merge(peerId, [message]);
    if (!isNew && senderId !== this.person.id) this.counts.repeated += 1;
    if (seq > before + 1) void this.#fetch(peerId);
  }

  #merge(peerId: string, messages: readonly ChatMessage[]): boolean {
    return mergeMessages(this.threads.get(peerId) ?? [], messages);
  }

  async #fetchAll(): Promise<void> {
    await Promise.all([...this.threads.keys()].map((peerId) => this.#fetch(peerId)));
  }

  /** Fetches the newest page, and older ones until there is no gap. */
  async #fetch(peerId: string): Promise<void> {
    const thread = this.threads.get(peerId) ?? [];
    let before: string | undefined;
    for (;;) {
      const page = await this.#page(peerId, before);
      if (!page) return;
      this.counts.fetched += 1;
      const known = new Set(thread.map(({ _id }) => _id));
      const overlaps = page.messages.some(({ _id }) => known.has(_id));
      this.#merge(peerId, page.messages);
      before = page.messages[0]?._id;
      if (overlaps || !page.hasMore) return;
    }
  }

  async #page(peerId: string, before: string | undefined): Promise<ChatReply['chat'] | undefined> {
    const query = before === undefined ? '' : `?before=${before}`;
    while (!this.#stopped.signal.aborted) {
      try {
        const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(5000)]);
        const reply = await fetch(`${this.#url}/api/chat/${peerId}${query}`, {
          headers: { cookie: this.person.cookie },
          signal,
        });
        if (reply.ok) return ((await reply.json()) as ChatReply).chat;
      } catch {
        // The upstream is restarting.
      }
      await sleep(100);
    }
    return undefined;
  }
}
