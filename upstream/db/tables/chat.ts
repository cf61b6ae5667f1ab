import { owned, type Tables, typed } from './table.ts';

export const chatTables = {
  /** The chat of two people, or the room of a project. */
  conversations: {
    columns: {
      id: 'key not null primary key',
      /** The ids of two people, see `pairKey`; null in a room. */
      pair: 'key unique',
      /** The project whose room it is; null for a pair. */
      project_id: 'key unique',
      /** The newest message's `seq`. Increasing it locks the row, which orders the conversation's messages. */
      last_seq: 'integer not null default 0',
      /** How often its messages have changed: edits, deletions, reactions, and what moderators hide. */
      rev: 'integer not null default 0',
      /** Up to here the words of its messages are indexed. */
      words_seq: 'integer not null default 0',
    },
    indexes: ['create index conversations_unindexed on conversations (id) where words_seq < last_seq'],
  },
  /**
   * A person of a conversation, since its first message while they were in it. Of a room, the project says who is in it: the
   * row of a person who has left stays for their return.
   */
  conversation_members: {
    columns: {
      conversation_id: owned('conversations'),
      user_id: owned('users'),
      /** Time of the conversation's newest message. */
      last_message_at: 'bigint not null',
      /** The newest message that the person has read or written. */
      read_seq: 'integer not null default 0',
      /** How far the other person may know that this one has read: behind `read_seq` while receipts are off. */
      shown_seq: 'integer not null default 0',
      /** 1 for a room whose unread messages this person does not count. */
      muted: 'integer not null default 0',
      /** 1 for a room where this person has put away the line about people whom they do not see. */
      told_of_blocks: 'integer not null default 0',
    },
    constraints: ['constraint conversation_members_pk primary key (conversation_id, user_id)'],
    indexes: [
      'create index conversation_members_by_user on conversation_members (user_id, last_message_at, conversation_id)',
    ],
  },
  messages: {
    columns: {
      id: 'key not null primary key',
      conversation_id: owned('conversations'),
      seq: 'integer not null',
      sender_id: owned('users'),
      text: 'text not null',
      client_id: 'key',
      created_at: 'bigint not null',
      /** Since when a moderator hides its text from both. */
      hidden_at: 'bigint',
      /** The conversation's `rev` at its last change; 0 for none. */
      rev: 'integer not null default 0',
      edited_at: 'bigint',
      /** A deleted message keeps its place, without text, pictures and reactions. */
      deleted_at: 'bigint',
      /** The message of the same conversation that it answers. */
      reply_to: 'key',
      picture_count: 'integer not null default 0',
      /** In a room, a line about its sender: they have joined. Null for a message. */
      event: typed<'joined' | null>('text'),
      /** Ids of the people named with `@`, in a room, with a space between; empty for none. */
      mentions: "text not null default ''",
      /** Since when it is pinned in its room. */
      pinned_at: 'bigint',
    },
    constraints: [
      'constraint messages_in_order unique (conversation_id, seq)',
      'constraint messages_once unique (sender_id, client_id)',
    ],
    indexes: ['create index messages_pinned on messages (conversation_id, pinned_at) where pinned_at is not null'],
  },
  /** A word of a message, for the search in them. Of conversations only rooms are deleted, by `roomsTurn` with their words. */
  message_words: {
    columns: {
      conversation_id: 'key not null',
      /** Folded, see `search-text.ts`. */
      word: 'key not null',
      /** The message's time. */
      at: 'bigint not null',
      seq: 'integer not null',
    },
    constraints: ['constraint message_words_pk primary key (conversation_id, word, at, seq)'],
    withoutRowid: true,
    indexes: ['create index message_words_by_word on message_words (word)'],
  },
  message_reactions: {
    columns: {
      message_id: owned('messages'),
      user_id: owned('users'),
      emoji: 'key not null',
      created_at: 'bigint not null',
    },
    constraints: ['constraint message_reactions_pk primary key (message_id, emoji, user_id)'],
    indexes: ['create index message_reactions_by_user on message_reactions (user_id, message_id, emoji)'],
  },
  /** A picture of a message, or one that waits for its message: unused ones are deleted after a day. */
  chat_pictures: {
    columns: {
      /** Random: unlike those of public pictures it says nothing about the content. */
      id: 'key not null primary key',
      owner_id: owned('users'),
      message_id: 'key references messages (id) on delete cascade',
      /** Its place in the message. */
      position: 'integer not null default 0',
      alt: "text not null default ''",
      /** Of the largest size, in pixels. */
      width: 'integer not null',
      height: 'integer not null',
      created_at: 'bigint not null',
    },
    indexes: [
      'create index chat_pictures_by_owner on chat_pictures (owner_id, id)',
      'create index chat_pictures_by_message on chat_pictures (message_id, position)',
      'create index chat_pictures_unused on chat_pictures (created_at) where message_id is null',
    ],
  },
  chat_picture_files: {
    columns: {
      picture_id: owned('chat_pictures'),
      /** As `media_files.file`. */
      file: 'text not null',
      bytes: 'bytes not null',
    },
    constraints: ['constraint chat_picture_files_pk primary key (picture_id, file)'],
  },
} as const satisfies Tables;
