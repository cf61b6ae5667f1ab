import type { Express } from 'express';
import { type Context, databaseCall, parameter, signedIn } from './context.ts';
import { type ChatDocument, pick, type UserDocument } from './documents.ts';
import { castObjectId, newObjectId } from './object-id.ts';
import { isBetween } from './request-routes.ts';

export function addChatRoutes(app: Express, context: Context): void {
  app.get(
    '/chat/:targetUserId',
    signedIn(context, async (request, response, me) => {
      try {
        const target = castObjectId(parameter(request, 'targetUserId'), 'User');
        await databaseCall(context);
        const connected = context.documents.requests.some(
          (known) => known.status === 'accepted' && isBetween(known, me._id, target),
        );
        if (!connected) return response.status(404).json({ message: 'Sorry you are not connected' });
        const stored = findChat(context, me._id, target);
        const { _id, participants, messages } = stored ?? {
          _id: newObjectId(),
          participants: [me._id, target],
          messages: [],
        };
        return response.json({
          chat: {
            _id,
            participants: participants.flatMap((id) => person(context, id) ?? []),
            messages: messages.map(({ senderId, ...message }) => ({
              senderId: person(context, senderId) ?? null,
              ...message,
            })),
            ...(stored ? { __v: stored.__v } : {}),
          },
        });
      } catch {
        return response.status(500).json({ message: 'Something went wrong' });
      }
    }),
  );
}

/** The pair's first chat; there may be several after a race, and only the first is ever shown. */
export function findChat({ documents }: Context, one: string, other: string): ChatDocument | undefined {
  return documents.chats.find(({ participants }) => participants.includes(one) && participants.includes(other));
}

function person({ documents }: Context, id: string) {
  const user: UserDocument | undefined = documents.users.find(({ _id }) => _id === id);
  return user && pick(user, ['_id', 'firstName', 'lastName', 'photoUrl']);
}
