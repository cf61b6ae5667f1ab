import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { createOutboxSender, type OutboxItem, type OutboxPicture, type Sent } from '#client/live/send-outbox.ts';
import { applyChange } from '#client/store/api/chat/apply-change.ts';
import { type ConversationKey, historyPath, keyIn, placeOf, roomOf } from '#client/store/api/chat/conversation-key.ts';
import { loadedChat } from '#client/store/api/chat/loaded-chat.ts';
import { mergeNew, mergeSent } from '#client/store/api/chat/merge-messages.ts';
import type {
  ChangedMessage,
  ChatChangesReply,
  ChatMessage,
  ChatReply,
  MessagePicture,
  Quote,
  RoomReply,
} from '#shared/api/chat.ts';
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

/** A device. It uses the browser's own code: outbox, merge, and a fetch after each connect. */
export class StormClient {
  readonly person: StoredPerson;
  readonly threads = new Map<ConversationKey, ChatMessage[]>();
  /** How many changes of each conversation it has seen. */
  readonly revs = new Map<ConversationKey, number>();
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
    for (const key of conversations) {
      this.threads.set(key, []);
      this.revs.set(key, 0);
    }
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
        mergeSent(this.#thread(key), { ...ack.data, text, senderId, ...parts });
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
    const thread = this.#thread(key);
    const before = thread.at(-1)?.seq ?? 0;
    const known = thread.length;
    mergeSent(thread, message);
    if (thread.length === known && senderId !== this.person.id) this.counts.repeated += 1;
    if (seq > before + 1) void this.#fetch(key);
  }

  #hearChange({ rev, message, ...place }: MessageChangedEvent): void {
    const key = keyIn(place) ?? '';
    const known = this.revs.get(key) ?? 0;
    if (rev === known + 1) this.#apply(key, rev, [message]);
    else if (rev > known) void this.#catchUp(key);
  }

  #apply(key: ConversationKey, rev: number, messages: readonly (ChangedMessage | ChatMessage)[]): void {
    const draft = { messages: this.#thread(key) };
    for (const message of messages) applyChange(draft, message);
    this.revs.set(key, rev);
  }

  #thread(key: ConversationKey): ChatMessage[] {
    const thread = this.threads.get(key);
    if (!thread) throw new Error('a message of a stranger');
    return thread;
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
    await Promise.all([...this.threads.keys()].map((key) => this.#enter(key)));
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

  /** Fetches the newest page, and older ones until there is no gap. */
  async #fetch(key: ConversationKey): Promise<void> {
    const thread = this.#thread(key);
    let before: string | undefined;
    for (;;) {
      const reply = await this.#get<ChatReply | RoomReply>(key, before === undefined ? '' : `?before=${before}`);
      if (!reply) return;
      this.counts.fetched += 1;
      const { messages, hasMore, rev = 0 } = loadedChat(reply);
      const known = new Set(thread.map(({ _id }) => _id));
      const overlaps = messages.some(({ _id }) => known.has(_id));
      mergeNew(thread, messages);
      // A page that was overtaken by events: its messages may have changed since.
      this.revs.set(key, Math.min(this.revs.get(key) ?? 0, rev));
      before = messages[0]?._id;
      if (overlaps || !hasMore) break;
    }
    await this.#catchUp(key);
  }

  async #catchUp(key: ConversationKey): Promise<void> {
    for (;;) {
      const since = this.revs.get(key) ?? 0;
      const changes = await this.#get<ChatChangesReply>(key, `?changedSince=${since}`);
      if (!changes) return;
      // Otherwise events that came meanwhile are newer than this answer.
      if (this.revs.get(key) === since) this.#apply(key, changes.rev, changes.messages);
      if (changes.rev <= since && !changes.more) return;
    }
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
