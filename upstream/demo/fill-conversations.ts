import type { Trx } from '#upstream/db/connection.ts';
import { newId, pairOf } from '#upstream/ids.ts';
import type { DemoNetwork } from './demo-network.ts';
import { demoConnections } from './relations.ts';

export async function insertConversations(trx: Trx, network: DemoNetwork): Promise<void> {
  for (const { between, messages = [], unread } of demoConnections) {
    const [first, last] = [messages[0], messages.at(-1)];
    if (!first || !last) continue;
    const pair = pairOf(network.idOf(between[0]), network.idOf(between[1]));
    const unreadOf = (userId: string) => (unread && network.idOf(unread.by) === userId ? unread.count : 0);
    const conversationId = newId(network.minutesAgo(first[2]));
    await trx
      .insertInto('conversations')
      .values({
        id: conversationId,
        user_low: pair.low,
        user_high: pair.high,
        last_seq: messages.length,
        last_message_at: network.minutesAgo(last[2]),
        created_at: network.minutesAgo(first[2]),
        unread_low: unreadOf(pair.low),
        unread_high: unreadOf(pair.high),
        blocked: 0,
      })
      .execute();
    const rows = messages.map(([from, text, minutesAgo], i) => {
      const at = network.minutesAgo(minutesAgo);
      return {
        id: newId(at),
        conversation_id: conversationId,
        seq: i + 1,
        sender_id: network.idOf(from),
        text,
        client_id: null,
        created_at: at,
      };
    });
    await trx.insertInto('messages').values(rows).execute();
    const reads = between.map((key) => ({
      conversation_id: conversationId,
      user_id: network.idOf(key),
      read_seq: messages.length - (unread?.by === key ? unread.count : 0),
      shown_seq: messages.length - (unread?.by === key ? unread.count : 0),
      read_at: network.minutesAgo(last[2]),
    }));
    await trx.insertInto('conversation_reads').values(reads).execute();
  }
}
