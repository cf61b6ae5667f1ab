import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

/**
 * The classes of Node's requests and responses for this application. Express gives every request and response its own
 * prototype, and V8 discards what it has learned of an object whose prototype changes: all later stream calls are slow.
 * Messages that are made with that prototype do not change theirs.
 */
export function expressMessages(app: Express): {
  IncomingMessage: typeof IncomingMessage;
  ServerResponse: typeof ServerResponse;
} {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  app.request = ExpressRequest.prototype as unknown as typeof app.request;
  app.response = ExpressResponse.prototype as unknown as typeof app.response;
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}
