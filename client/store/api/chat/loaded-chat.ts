import type { Chat, ChatReply, RoomReply } from '#shared/api/chat.ts';

/** Our upstream numbers the changes of a conversation's messages. */
export interface LoadedChat extends Chat {
  /** All loaded messages are as they were at this change, or newer. Undefined at other upstreams. */
  rev?: number;
  /** The newest change that any answer or event has named: while it is larger, `catchUp` asks for what is missing. */
  heard?: number;
  /** What only the room of a project has. Its `participants` are the creator, first, and the members. */
  room?: Pick<RoomReply['room'], 'project' | 'pinned' | 'muted' | 'hasUnseen'>;
}

export function loadedChat(reply: ChatReply | RoomReply): LoadedChat {
  if ('room' in reply) {
    const { room, messages, rev } = reply;
    const { _id, members: participants, unread, hasMore, ...ofRoom } = room;
    return { _id, participants, messages, unread, hasMore, rev, heard: rev, room: ofRoom };
  }
  const { chat, rev } = reply;
  return rev === undefined ? chat : { ...chat, rev, heard: rev };
}

/** Messages older than the page are only as new as they were before. */
export function revAfter(known: LoadedChat, fresh: LoadedChat): Pick<LoadedChat, 'rev'> {
  if (known.rev === undefined || fresh.rev === undefined) return { ...(fresh.rev !== undefined && { rev: fresh.rev }) };
  const isWhole = known.messages[0]?._id === fresh.messages[0]?._id;
  const hasUnknown = fresh.messages.some(({ _id }) => !known.messages.some((message) => message._id === _id));
  if (fresh.rev < known.rev) return { rev: hasUnknown ? fresh.rev : known.rev };
  return { rev: isWhole ? fresh.rev : known.rev };
}

export function newest(one: number | undefined, other: number | undefined): Pick<LoadedChat, 'heard'> {
  if (one === undefined && other === undefined) return {};
  return { heard: Math.max(one ?? 0, other ?? 0) };
}

export function isBefore(rev: number | undefined, known: number | undefined): boolean {
  return rev !== undefined && known !== undefined && rev < known;
}
