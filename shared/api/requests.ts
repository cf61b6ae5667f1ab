import type { User } from './users.ts';

export type Decision = 'interested' | 'ignored';
export type Review = 'accepted' | 'rejected';
export type RequestStatus = Decision | Review;

/** The relation between two people; unique per pair, whatever the direction. */
export interface ConnectionRequest {
  _id: string;
  fromUserID: string;
  toUserID: string;
  status: RequestStatus;
  createdAt: string;
  updatedAt?: string;
}

/** `fromUserID` may be null at other upstreams, when the sender's account was deleted. */
export interface ReceivedRequest extends Omit<ConnectionRequest, 'fromUserID'> {
  fromUserID: User | null;
  /** The sender's name looks like that of one of the receiver's connections. */
  lookalike?: true;
}

/** A rejected request is shown to its sender as still pending. */
export interface SentRequest extends Omit<ConnectionRequest, 'toUserID'> {
  toUserID: User | null;
}

/** `data.status` is `accepted` when the other person had already shown interest: the two are then connected. */
export interface RequestReply {
  message: string;
  data: ConnectionRequest;
}

export interface ReceivedReply {
  message: string;
  data: ReceivedRequest[];
  nextCursor?: string | null;
}

export interface SentReply {
  message: string;
  data: SentRequest[];
  nextCursor?: string | null;
}

export interface ConnectionsReply {
  message: string;
  data: (User | null)[];
  nextCursor?: string | null;
}
