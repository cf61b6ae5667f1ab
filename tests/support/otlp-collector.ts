import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface CollectedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  attributes: Record<string, unknown>;
}

export interface OtlpCollector {
  url: string;
  /** All spans so far. */
  spans: CollectedSpan[];
  /** Every body that arrived, as text. */
  text(): string;
  close(): Promise<void>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: { name: string; traceId: string; spanId: string; parentSpanId?: string; attributes: Attribute[] }[];
    }[];
  }[];
}

/** Takes traces by OTLP over HTTP with JSON, as a collector does. */
export async function startOtlpCollector(): Promise<OtlpCollector> {
  const spans: CollectedSpan[] = [];
  let text = '';
  const server = createServer(async (req, res) => {
    const body = (await json(req)) as Export;
    text += JSON.stringify(body);
    for (const { resource, scopeSpans } of body.resourceSpans) {
      const service = String(record(resource.attributes)['service.name']);
      for (const { name, traceId, spanId, parentSpanId, attributes } of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ service, name, traceId, spanId, parentSpanId, attributes: record(attributes) });
    }
    res.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => text,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function record(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
