import type { Db } from '#upstream/db/connection.ts';
import { takesNoRequests } from '../preferences/reserve.ts';
import { areConnected } from './request-store.ts';

/** For the viewer's buttons: the person takes no requests of the viewer, who is not connected with them. */
export async function mayNotAsk(db: Db, viewerId: string, userId: string): Promise<boolean> {
  return (await takesNoRequests(db, viewerId, userId)) && !(await areConnected(db, viewerId, userId));
}
