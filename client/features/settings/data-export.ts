import type { Chat, ChatMessage } from '#shared/api/chat.ts';
import type { Project } from '#shared/api/projects.ts';
import type { OwnUser, User } from '#shared/api/users.ts';

/** The calls that every upstream answers; each rejects when it fails. */
export interface ExportCalls {
  profile: () => Promise<OwnUser>;
  projects: () => Promise<Project[]>;
  connections: () => Promise<User[]>;
  /** The newest messages with one person, or those before one. */
  chat: (userId: string, before?: string) => Promise<Chat>;
  /** Everything that the upstream keeps about the user, where it can tell. */
  stored?: () => Promise<unknown>;
}

export interface ExportedData {
  exportedAt: string;
  profile: OwnUser;
  projects: Project[];
  connections: User[];
  chats: { with: User; messages: ChatMessage[] }[];
  stored?: unknown;
  /** The parts that could not be loaded, in words for the user. */
  missing: string[];
}

interface Options {
  signal: AbortSignal;
  /** 0 to 1. */
  onProgress: (share: number) => void;
}

/** Loads all data of the user, one call at a time. Rejects when cancelled, or when the profile cannot be loaded. */
export async function exportData(calls: ExportCalls, { signal, onProgress }: Options): Promise<ExportedData> {
  // Cancel takes effect also while a call hangs.
  const cancelled = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  cancelled.catch(() => undefined);
  const profile = await Promise.race([calls.profile(), cancelled]);
  const missing: string[] = [];
  const orMissing = async <Value>(what: string, load: () => Promise<Value>, otherwise: Value) => {
    signal.throwIfAborted();
    try {
      return await Promise.race([load(), cancelled]);
    } catch {
      signal.throwIfAborted();
      missing.push(what);
      return otherwise;
    }
  };
  const projects = await orMissing('projects', calls.projects, []);
  const connections = await orMissing('connections', calls.connections, []);
  const chats: ExportedData['chats'] = [];
  for (const [done, person] of connections.entries()) {
    onProgress(done / connections.length);
    const messages = await orMissing(
      `messages with ${person.firstName}`,
      () => wholeChat(calls, person._id, signal),
      [],
    );
    if (messages.length > 0) chats.push({ with: person, messages });
  }
  const { stored: load } = calls;
  const stored = load && (await orMissing('what this service keeps besides', load, undefined));
  onProgress(1);
  const exportedAt = new Date().toISOString();
  return { exportedAt, profile, projects, connections, chats, ...(stored !== undefined && { stored }), missing };
}

async function wholeChat(calls: ExportCalls, userId: string, signal: AbortSignal): Promise<ChatMessage[]> {
  const messages: ChatMessage[] = [];
  for (;;) {
    signal.throwIfAborted();
    const page = await calls.chat(userId, messages[0]?._id);
    messages.unshift(...page.messages);
    // An upstream without pages sends all messages at once, and no `hasMore`.
    if (!page.hasMore || page.messages.length === 0) return messages;
  }
}
