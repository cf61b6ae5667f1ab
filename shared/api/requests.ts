import { z } from 'zod';
import { limits } from '../limits.ts';
import { cursor, id, messageSchema, time } from './parts.ts';
import { userSchema } from './users.ts';

export type Decision = 'interested' | 'ignored';
export type Review = 'accepted' | 'rejected';
export type RequestStatus = Decision | Review;

/** The relation between two people; unique per pair, whatever the direction. */
const requestSchema = z
  .strictObject({
    _id: id,
    fromUserID: id,
    toUserID: id,
    status: z.enum(['interested', 'ignored', 'accepted', 'rejected'] satisfies RequestStatus[]),
    createdAt: time,
    updatedAt: time.exactOptional(),
    /** The note of its sender; with the capability `requests.note`. */
    note: z.string().exactOptional(),
  })
  .meta({ id: 'ConnectionRequest' });
export type ConnectionRequest = z.infer<typeof requestSchema>;

/** Only with interest. A client of before sends no body, or an empty object. */
export const decisionSchema = z.object({
  note: z
    .string()
    .trim()
    .max(limits.requestNote.max, `A note has at most ${limits.requestNote.max} characters.`)
    .optional(),
});

/** `fromUserID` may be null at other upstreams, when the sender's account was deleted. */
const receivedRequestSchema = requestSchema.extend({
  fromUserID: userSchema.nullable(),
});
export type ReceivedRequest = z.infer<typeof receivedRequestSchema>;

/** A rejected request is shown to its sender as still pending. */
const sentRequestSchema = requestSchema.extend({ toUserID: userSchema.nullable() });
export type SentRequest = z.infer<typeof sentRequestSchema>;

/** `data.status` is `accepted` when the other person had already shown interest: the two are then connected. */
export const requestReplySchema = messageSchema.extend({ data: requestSchema });
export type RequestReply = z.infer<typeof requestReplySchema>;

export const receivedReplySchema = messageSchema.extend({
  data: z.array(receivedRequestSchema),
  nextCursor: cursor.exactOptional(),
});
export type ReceivedReply = z.infer<typeof receivedReplySchema>;

export const sentReplySchema = messageSchema.extend({
  data: z.array(sentRequestSchema),
  nextCursor: cursor.exactOptional(),
});
export type SentReply = z.infer<typeof sentReplySchema>;

export const connectionsReplySchema = messageSchema.extend({
  data: z.array(userSchema.nullable()),
  nextCursor: cursor.exactOptional(),
});
export type ConnectionsReply = z.infer<typeof connectionsReplySchema>;
