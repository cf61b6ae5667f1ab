import type { Express } from 'express';
import { type Context, databaseCall, messageOf, parameter, signedIn } from './context.ts';
import { pick, type RequestDocument } from './documents.ts';
import { castObjectId, newObjectId } from './object-id.ts';

export function addRequestRoutes(app: Express, context: Context): void {
  const { documents } = context;

  app.post(
    '/request/review/:status/:toUserID',
    signedIn(context, async (request, response, me) => {
      const status = parameter(request, 'status');
      try {
        if (status !== 'accepted' && status !== 'rejected') throw new Error('Invalid Field');
        const id = castObjectId(parameter(request, 'toUserID'), 'ConnectionRequest');
        const found = documents.requests.find(
          ({ _id, toUserID, status: current }) => _id === id && toUserID === me._id && current === 'interested',
        );
        if (!found) return response.status(400).send("The connection doesn't exist");
        // Two reviews at once both get past the check above: nothing guards the write.
        await databaseCall(context);
        Object.assign(found, { status, updatedAt: new Date().toISOString() });
        return response.json({ message: `Succefully ${status} request `, data: found });
      } catch (error) {
        return response.status(400).send(`Error:${messageOf(error)}`);
      }
    }),
  );

  app.post(
    '/request/:status/:userID',
    signedIn(context, async (request, response, me) => {
      const status = parameter(request, 'status');
      try {
        if (status !== 'interested' && status !== 'ignored') throw new Error('Only interested and ignored allowed');
        const id = castObjectId(parameter(request, 'userID'), 'User');
        if (!documents.users.some(({ _id }) => _id === id)) throw new Error('User not found');
        if (documents.requests.some((known) => isBetween(known, me._id, id))) {
          throw new Error('Connection alreday exists');
        }
        if (id === me._id) throw new Error('You can not send request to yourself');
        // No unique index guards the pair: two people asking each other at once both get through.
        await databaseCall(context);
        const now = new Date().toISOString();
        documents.requests.push({
          _id: newObjectId(),
          fromUserID: me._id,
          toUserID: id,
          status,
          createdAt: now,
          updatedAt: now,
          __v: 0,
        });
        return response.send('Succefully send a request');
      } catch (error) {
        return response.status(400).send(`Error: ${messageOf(error)}`);
      }
    }),
  );
}

export function addListRoutes(app: Express, context: Context): void {
  const { documents } = context;
  const personById = (id: string) => documents.users.find(({ _id }) => _id === id);

  app.get(
    '/user/request/received',
    signedIn(context, async (_request, response, me) => {
      const received = documents.requests.filter(
        ({ toUserID, status }) => toUserID === me._id && status === 'interested',
      );
      const data = received.map((found) => {
        const sender = personById(found.fromUserID);
        return {
          ...found,
          fromUserID: sender ? pick(sender, ['_id', 'firstName', 'lastName', 'photoUrl', 'about']) : null,
        };
      });
      return response.json({ message: 'Succefully fetched the information', data });
    }),
  );

  app.get(
    '/user/connections',
    signedIn(context, async (_request, response, me) => {
      const accepted = documents.requests.filter((known) => known.status === 'accepted' && isOf(known, me._id));
      const people = accepted.map((known) => personById(otherOf(known, me._id)));
      // One deleted person makes the whole call fail.
      if (people.includes(undefined)) {
        return response.status(400).send("Error:Cannot read properties of null (reading '_id')");
      }
      const data = people.flatMap((person) =>
        person ? [pick(person, ['_id', 'firstName', 'lastName', 'photoUrl', 'about'])] : [],
      );
      return response.json({ message: 'Succefully fetched the data', data });
    }),
  );

  app.get(
    '/user/feed',
    signedIn(context, async (request, response, me) => {
      const page = readNumber(request.query.page) || 1;
      context.feedLimit = Math.min(readNumber(request.query.limit) || 10, 50);
      const skip = (page - 1) * context.feedLimit;
      await databaseCall(context);
      if (skip < 0) {
        return response.status(400).send(`Error BSON field 'skip' value must be >= 0, actual value '${skip}'`);
      }
      const related = new Set(
        documents.requests.filter((known) => isOf(known, me._id)).map((known) => otherOf(known, me._id)),
      );
      const others = documents.users.filter(({ _id }) => _id !== me._id && !related.has(_id));
      const size = Math.abs(context.feedLimit);
      return response.json(
        others
          .slice(skip, skip + size)
          .map((person) => pick(person, ['_id', 'firstName', 'lastName', 'photoUrl', 'about', 'skills'])),
      );
    }),
  );
}

export function isOf({ fromUserID, toUserID }: RequestDocument, userId: string): boolean {
  return fromUserID === userId || toUserID === userId;
}

export function isBetween(request: RequestDocument, one: string, other: string): boolean {
  return isOf(request, one) && otherOf(request, one) === other;
}

export function otherOf({ fromUserID, toUserID }: RequestDocument, userId: string): string {
  return fromUserID === userId ? toUserID : fromUserID;
}

/** `parseInt` of whatever the query held: of a list, its first item. */
function readNumber(value: unknown): number {
  return Number.parseInt(String(value), 10);
}
