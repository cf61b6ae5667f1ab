import type { ClientRequest, IncomingMessage } from 'node:http';
import type { GatewayError } from '#server/request/errors.ts';
import type { CallFacts, GatewayResponse } from '#server/request/facts.ts';
import type { IdleTimeouts, Watched } from './idle-timeout.ts';
import type { ReplyHeaders } from './reply-headers.ts';
import type { HeaderObject } from './request-headers.ts';
import type { UpstreamFault } from './upstream-fault.ts';

/** A call on its way through the gateway. */
export interface Call {
  readonly req: IncomingMessage;
  readonly res: GatewayResponse;
  readonly facts: CallFacts;
  /** The complete header of the upstream request. */
  readonly headers: HeaderObject;
  readonly replyHeaders: ReplyHeaders;
  /** How long a kept connection of a client may be idle. */
  readonly keepAliveMs: number;
  /** Notices an upstream, or a client with more to send, that stays silent. */
  readonly idleTimeouts: IdleTimeouts;
  /** Told of every answer that is passed on, before it is. */
  answered(status: number): void;
  /** Told of a fault that is answered already. */
  faulted(fault: UpstreamFault): void;
  /** The upstream gave no answer, or only a part of it. At most once for a call, and not when the client has gone. */
  fail(fault: UpstreamFault): void;
  /** The client's body was too large or too slow. Nothing more of it may reach the upstream. */
  refuse(error: GatewayError): void;
}

/** A call at the upstream; the library's own timeout could not tell a silent upstream from a slow client. */
export interface Exchange extends Watched {
  readonly call: Call;
  proxyReq: ClientRequest | undefined;
  /** The upstream's answer, from the moment its head has come. */
  answer?: IncomingMessage;
  /** The call was sent a second time. It is not sent again. */
  isRepeated: boolean;
  /** Answered, refused or failed: later events of the library about it are ignored. */
  isSettled: boolean;
  /** Ends the library's interceptor, which reads the whole answer; unset for an answer that is piped. */
  stopReading?: () => void;
  /** Names of the answer's headers, which stand on the response before they are sent. */
  copied: readonly string[];
  /** The reason, when we know better than the error that the library will report. */
  fault?: UpstreamFault;
}

/** The exchange of a response, which the events of the library name. */
export function exchangeOf({ locals }: Pick<GatewayResponse, 'locals'>): Exchange {
  return locals.exchange as Exchange;
}

export function newExchange(call: Call, giveUp: (exchange: Exchange) => void): Exchange {
  const exchange: Exchange = {
    call,
    proxyReq: undefined,
    isRepeated: false,
    isSettled: false,
    copied: [],
    silentChecks: 0,
    seen: 0,
    index: undefined,
    // Grows with every byte from the upstream and to it; the body of a slow client is a part of the latter.
    moved() {
      const socket = exchange.proxyReq?.socket;
      return socket === undefined || socket === null ? 0 : socket.bytesRead + socket.bytesWritten;
    },
    onSilence: () => giveUp(exchange),
  };
  call.res.locals.exchange = exchange;
  return exchange;
}
