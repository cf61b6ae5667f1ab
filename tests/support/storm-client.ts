import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { createOutboxSender, type OutboxItem, type OutboxPicture, type Sent } from '#client/live/send-outbox.ts';
import { type ConversationKey, historyPath, keyIn, placeOf, roomOf } from '#client/store/api/chat/conversation-key.ts';
import { applyToThread, pageOf, type ThreadEvent, type ThreadPages, threadOf } from '#client/store/api/chat/thread.ts';
import type { ChatMessage, ChatReply, MessagePicture, Quote, RoomReply } from '#shared/api/chat.ts';
import type { Ack, MessageChangedEvent, MessageReceived, SentMessage } from '#shared/socket-events.ts';
import type { StoredPerson } from './chat-people.ts';

/** For what hangs. A shorter time would be judged by how busy the machine is: after six tries the outbox gives a message up. */
const answerMs = 30_000;

export interface StormCounts {
  connections: number;
  attempts: number;
  /** Events for messages that were already known. */
  repeated: number;
  heard: number;
  fetched: number;
}

/** A change of a message: the call that makes it may be repeated until it is answered. */
export interface StormChange {
  method: 'PATCH' | 'DELETE' | 'PUT';
  path: string;
  body?: unknown;
}

interface LoadedPages {
  data: ThreadPages;
  /** The events that came while the pages were being loaded. */
  heard: ThreadEvent[];
  isLoading: boolean;
  /** They are to be loaded once more. */
  isStale: boolean;
}

/** A device. It uses the browser's own code: the outbox, pages of messages with events, and a load after each connect. */
export class StormClient {
  readonly person: StoredPerson;
  readonly #loaded = new Map<ConversationKey, LoadedPages>();
  readonly counts: StormCounts = { connections: 0, attempts: 0, repeated: 0, heard: 0, fetched: 0 };
  readonly #url: string;
  readonly #socket: Socket;
  #changes: StormChange[] = [];
  #isChanging = false;
  readonly #outbox = new Map<string, OutboxItem>();
  /** The chosen pictures, by the message that shows them. */
  readonly #bytes = new Map<string, Blob>();
  readonly #sender: { flush: () => Promise<void> };
  readonly #stopped = new AbortController();
  #order = 0;

  constructor(url: string, person: StoredPerson, conversations: readonly ConversationKey[]) {
    this.#url = url;
    this.person = person;
    const empty = { _id: '', participants: [], messages: [], rev: 0 };
    for (const key of conversations)
      this.#loaded.set(key, {
        data: { pages: [empty], pageParams: [''] },
        ...{ heard: [], isLoading: false, isStale: false },
      });
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
      void this.#enterAll();
      void this.#sender.flush();
    });
    this.#socket.on('messageReceived', (event: MessageReceived) => this.#hear(event));
    this.#socket.on('messageChanged', (event: MessageChangedEvent) => this.#hearChange(event));
  }

  get waiting(): number {
    return this.#outbox.size + this.#changes.length;
  }

  /** The messages of each conversation. */
  get threads(): Map<ConversationKey, ChatMessage[]> {
    return new Map([...this.#loaded].map(([key, { data }]) => [key, messagesOf(data)]));
  }

  /** How many changes of each conversation it has seen. */
  get revs(): Map<ConversationKey, number> {
    return new Map([...this.#loaded].map(([key, { data }]) => [key, data.pages[0]?.rev ?? 0]));
  }

  connect(): void {
    this.#socket.connect();
  }

  write(key: ConversationKey, text: string, { replyTo, picture }: { replyTo?: Quote; picture?: Blob } = {}): string {
    this.#order += 1;
    const clientId = crypto.randomUUID();
    if (picture) this.#bytes.set(clientId, picture);
    const item = { clientId, peerId: key, text, order: this.#order, createdAt: new Date().toISOString() };
    this.#outbox.set(clientId, {
      ...item,
      ...(replyTo && { replyTo }),
      ...(picture && { pictures: [{ id: clientId, width: 1, height: 1 }] }),
      state: 'waiting',
      attempted: false,
      after: null,
    });
    void this.#sender.flush();
    return clientId;
  }

  /** Changes go out one after the other. */
  change(change: StormChange): void {
    this.#changes.push(change);
    if (!this.#isChanging) void this.#sendChanges();
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

  async #send(item: OutboxItem): Promise<Sent> {
    this.counts.attempts += 1;
    const pictures = item.pictures && (await this.#uploaded(item, item.pictures));
    if (pictures === 'no answer') return { outcome: 'later' };
    const { clientId, peerId: key, text, replyTo } = item;
    try {
      const payload = {
        ...{ ...placeOf(key), text, clientId },
        ...(replyTo && { replyTo: replyTo._id }),
        ...(pictures && { pictures: pictures.map(({ url }) => ({ url })) }),
      };
      const ack: Ack<SentMessage> = await this.#socket.timeout(answerMs).emitWithAck('sendMessage', payload);
      if (ack.ok) {
        const senderId = { _id: this.person.id, firstName: '', lastName: '' };
        const parts = { ...(replyTo && { replyTo }), ...(pictures && { pictures }) };
        this.#apply(key, { kind: 'message', message: { ...ack.data, text, senderId, ...parts } });
        return { outcome: 'stored' };
      }
      if (ack.error.code === 'rate_limited') return { outcome: 'later' };
      return { outcome: 'refused', reason: ack.error.message };
    } catch {
      return { outcome: this.#socket.connected ? 'later' : 'disconnected' };
    }
  }

  /** Uploads what is not uploaded yet. An upload whose answer was lost is made again: the first one belongs to no message. */
  async #uploaded(item: OutboxItem, pictures: readonly OutboxPicture[]): Promise<MessagePicture[] | 'no answer'> {
    const uploaded: (OutboxPicture & MessagePicture)[] = [];
    for (const picture of pictures) {
      const { url = await this.#upload(item.clientId) } = picture;
      if (url === undefined) return 'no answer';
      uploaded.push({ ...picture, url });
    }
    if (this.#outbox.has(item.clientId)) this.#outbox.set(item.clientId, { ...item, pictures: uploaded });
    return uploaded.map(({ url, width, height }) => ({ url, width, height }));
  }

  async #upload(clientId: string): Promise<string | undefined> {
    const reply = await this.#call('POST', 'chat/picture', this.#bytes.get(clientId));
    if (reply && !reply.ok && reply.status !== 429 && reply.status < 500)
      throw new Error(`a picture was refused: ${reply.status}`);
    const body = reply?.ok ? ((await reply.json().catch(() => undefined)) as { url: string } | undefined) : undefined;
    return body?.url;
  }

  #hear(event: MessageReceived): void {
    const { _id = '', seq = 0, createdAt = '', senderId = '', text, clientId, replyTo, pictures } = event;
    const key = keyIn(event) ?? '';
    this.counts.heard += 1;
    const sender = { _id: senderId, firstName: '', lastName: '' };
    const parts = {
      ...(clientId !== undefined && { clientId }),
      ...(replyTo && { replyTo }),
      ...(pictures && { pictures }),
    };
    const message = { _id, seq, createdAt, senderId: sender, text, ...parts };
    const isKnown = messagesOf(this.#loadedOf(key).data).some((known) => known._id === _id);
    if (isKnown && senderId !== this.person.id) this.counts.repeated += 1;
    this.#apply(key, { kind: 'message', message });
  }

  #hearChange({ rev, message, ...place }: MessageChangedEvent): void {
    this.#apply(keyIn(place) ?? '', { kind: 'change', rev, message });
  }

  #apply(key: ConversationKey, event: ThreadEvent): void {
    const loaded = this.#loadedOf(key);
    if (loaded.isLoading) loaded.heard.push(event);
    loaded.data = structuredClone(loaded.data);
    if (applyToThread(loaded.data, event)) void this.#fetch(key);
  }

  #loadedOf(key: ConversationKey): LoadedPages {
    const loaded = this.#loaded.get(key);
    if (!loaded) throw new Error('a message of a stranger');
    return loaded;
  }

  async #sendChanges(): Promise<void> {
    this.#isChanging = true;
    for (let next = this.#changes[0]; next && !this.#stopped.signal.aborted; next = this.#changes[0]) {
      const { method, path, body } = next;
      const reply = await this.#call(method, path, body);
      // What was deleted meanwhile can not be changed.
      if (reply?.ok || reply?.status === 404 || reply?.status === 409) this.#changes.shift();
      else if (reply && reply.status !== 429 && reply.status < 500)
        throw new Error(`${method} ${path} was refused: ${reply.status}`);
      else await sleep(50);
    }
    this.#isChanging = false;
  }

  /** Rooms are joined before they are read: what is said between the two is heard. */
  async #enterAll(): Promise<void> {
    await Promise.all([...this.#loaded.keys()].map((key) => this.#enter(key)));
  }

  async #enter(key: ConversationKey): Promise<void> {
    // Where the connection broke meanwhile, the next one enters.
    const isIn = roomOf(key) === undefined || (await this.#join(key));
    if (isIn) await this.#fetch(key);
  }

  async #join(key: ConversationKey): Promise<boolean> {
    while (this.#socket.connected) {
      const ack: Ack<unknown> | undefined = await this.#socket
        .timeout(answerMs)
        .emitWithAck('joinChat', placeOf(key))
        .catch(() => undefined);
      if (ack?.ok) return true;
    }
    return false;
  }

  /** Fetches all pages, and applies the events that came meanwhile. */
  async #fetch(key: ConversationKey): Promise<void> {
    const loaded = this.#loadedOf(key);
    loaded.isStale = true;
    if (loaded.isLoading) return;
    loaded.isLoading = true;
    while (loaded.isStale) {
      loaded.isStale = false;
      loaded.heard = [];
      const data = await this.#pages(key);
      if (!data) break;
      for (const event of loaded.heard) if (applyToThread(data, event)) loaded.isStale = true;
      loaded.data = data;
    }
    loaded.isLoading = false;
  }

  async #pages(key: ConversationKey): Promise<ThreadPages | undefined> {
    const data: ThreadPages = { pages: [], pageParams: [] };
    for (let before: string | undefined = ''; before !== undefined; ) {
      const reply: ChatReply | RoomReply | undefined = await this.#get(key, before && `?before=${before}`);
      if (!reply) return undefined;
      this.counts.fetched += 1;
      const page = pageOf(reply);
      data.pages.push(page);
      data.pageParams.push(before);
      before = page.hasMore ? page.messages[0]?._id : undefined;
    }
    return data;
  }

  async #get<Reply>(key: ConversationKey, query: string): Promise<Reply | undefined> {
    while (!this.#stopped.signal.aborted) {
      const reply = await this.#call('GET', historyPath(key) + query);
      if (reply?.ok) return (await reply.json().catch(() => undefined)) as Reply | undefined;
      await sleep(100);
    }
    return undefined;
  }

  /** Undefined without an answer: the gateway or the upstream is restarting. */
  #call(method: string, path: string, body?: unknown): Promise<Response | undefined> {
    return fetch(`${this.#url}/api/${path}`, {
      method,
      headers: {
        ...{ cookie: this.person.cookie, origin: this.#url },
        ...(body !== undefined && { 'content-type': body instanceof Blob ? body.type : 'application/json' }),
      },
      ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
      signal: AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(answerMs)]),
    }).catch(() => undefined);
  }
}

function messagesOf(data: ThreadPages): ChatMessage[] {
  return [...threadOf(data).messages];
}
