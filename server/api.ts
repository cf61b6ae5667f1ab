import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Call } from './call.ts';
import type { GatewayConfig } from './config.ts';
import { sendApiError } from './errors.ts';
import type { ClientAddress } from './forwarding.ts';
import { createGeneralLane } from './general-lane.ts';
import { apiPath, type Target } from './target.ts';
import type { UpstreamOrigin } from './upstream-origin.ts';

export interface ApiDeps {
  config: GatewayConfig;
  origin: UpstreamOrigin;
  viaToken: string;
  isDraining(): boolean;
}

export interface ApiRequest {
  target: Extract<Target, { kind: 'ok' }>;
  requestId: string;
  client: ClientAddress;
}

export interface Api {
  handle(req: IncomingMessage, res: ServerResponse, request: ApiRequest): void;
  close(): void;
}

/** Everything below /api: the checks, then the way to the upstream. */
export function createApi({ config, origin, viaToken, isDraining }: ApiDeps): Api {
  const lane = createGeneralLane({
    origin,
    headerRules: { origin, viaToken, cookies: (call) => call.req.headers.cookie },
    replyRules: { setCookie: (value) => value, location: (value) => value, isDraining, writeStallMs: 60_000 },
    timeoutMs: config.proxyTimeoutMs,
    onFault(call, fault) {
      sendApiError(call.res, fault.errorCode, { requestId: call.id });
    },
  });
  return {
    handle(req, res, { target, requestId, client }) {
      const path = apiPath(target.path);
      if (path === undefined) return sendApiError(res, 'not_found', { requestId });
      const call: Call = {
        req,
        res,
        id: requestId,
        client,
        method: req.method ?? 'GET',
        apiPath: path,
        upstreamPath: origin.prefix + path + target.query,
        session: undefined,
        bodyLimit: config.bodyLimit,
      };
      lane.forward(call);
    },
    close() {
      lane.close();
    },
  };
}
