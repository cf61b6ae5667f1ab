import { useCapability } from '../capabilities.ts';
import { useConversationsQuery } from '../chat-api.ts';

/** All unread messages, of the conversations that are known: a badge that nothing on screen explains never clears. */
export function useUnreadCount(): number {
  const hasList = useCapability('chat.list');
  const { data } = useConversationsQuery(undefined, { skip: !hasList });
  return data?.reduce((sum, { unread }) => sum + unread, 0) ?? 0;
}
