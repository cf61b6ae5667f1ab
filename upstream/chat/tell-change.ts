import type { ChatContext } from './chat-socket.ts';
import { rooms } from './rooms.ts';

/** As the message is now, with the number of its last change, so that of two events the later one is known as such. */
export async function tellChange(
  { io, backend }: Pick<ChatContext, 'io' | 'backend'>,
  messageId: string,
  userIds: readonly string[],
): Promise<void> {
  for (const userId of userIds) {
    const changed = await backend.changedMessage(userId, messageId);
    if (changed) io.to(rooms.of(changed, userId)).emit('messageChanged', changed);
  }
}
