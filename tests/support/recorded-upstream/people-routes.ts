import type { Express } from 'express';
import { type Context, castObjectId, parameter, signedIn } from './context.ts';
import { type ChatDocument, newObjectId, pick, type RequestDocument } from './network.ts';

const listed = ['_id', 'firstName', 'lastName', 'photoUrl', 'about'] as const;

export function addPeopleRoutes(app: Express, context: Context): void {
  const { users, requests } = context.documents;
  const personById = (id: string) => users.find(({ _id }) => _id === id);

  app.get(
    '/user/request/received',
    signedIn(context, (_request, response, me) => {
      const received = requests.filter(({ toUserID, status }) => toUserID === me._id && status === 'interested');
      const data = received.map((found) => {
        const sender = personById(found.fromUserID);
        return { ...found, fromUserID: sender ? pick(sender, listed) : null };
      });
      return response.json({ message: 'Succefully fetched the information', data });
    }),
  );

  app.get(
    '/user/connections',
    signedIn(context, (_request, response, me) => {
      const accepted = requests.filter((known) => known.status === 'accepted' && isOf(known, me._id));
      const data = accepted.map((known) => {
        const person = personById(otherOf(known, me._id));
        // One deleted person makes the whole call fail.
        if (!person) throw new Error("Cannot read properties of null (reading '_id')");
        return pick(person, listed);
      });
      return response.json({ message: 'Succefully fetched the data', data });
    }),
  );

  app.get(
    '/user/feed',
    signedIn(context, (request, response, me) => {
      const page = Number.parseInt(String(request.query.page), 10) || 1;
      const limit = Math.min(Number.parseInt(String(request.query.limit), 10) || 10, 50);
      const related = requests.filter((known) => isOf(known, me._id)).map((known) => otherOf(known, me._id));
      const others = users.filter(({ _id }) => _id !== me._id && !related.includes(_id));
      const shown = others.slice((page - 1) * limit, page * limit);
      return response.json(shown.map((person) => pick(person, [...listed, 'skills'])));
    }),
  );

  app.get(
    '/chat/:targetUserId',
    signedIn(
      context,
      (request, response, me) => {
        const target = castObjectId(parameter(request, 'targetUserId'));
        if (!requests.some((known) => known.status === 'accepted' && isBetween(known, me._id, target)))
          return response.status(404).json({ message: 'Sorry you are not connected' });
        const nobodyWrote = { _id: newObjectId(), participants: [me._id, target], messages: [] };
        const { _id, participants, messages } = findChat(context, me._id, target) ?? nobodyWrote;
        const member = (id: string) => {
          const found = personById(id);
          return found && pick(found, ['_id', 'firstName', 'lastName', 'photoUrl']);
        };
        return response.json({
          chat: {
            _id,
            participants: participants.flatMap((id) => member(id) ?? []),
            messages: messages.map((message) => ({ ...message, senderId: member(message.senderId) ?? null })),
          },
        });
      },
      [500, { message: 'Something went wrong' }],
    ),
  );
}

/** The pair's first chat; there may be several after a race, and only the first is ever shown. */
export function findChat({ documents }: Context, one: string, other: string): ChatDocument | undefined {
  return documents.chats.find(({ participants }) => participants.includes(one) && participants.includes(other));
}

export function isOf({ fromUserID, toUserID }: RequestDocument, userId: string): boolean {
  return fromUserID === userId || toUserID === userId;
}

function isBetween(request: RequestDocument, one: string, other: string): boolean {
  return isOf(request, one) && otherOf(request, one) === other;
}

export function otherOf({ fromUserID, toUserID }: RequestDocument, userId: string): string {
  return fromUserID === userId ? toUserID : fromUserID;
}
