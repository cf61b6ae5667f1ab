import { createRequire } from 'node:module';
import type { buildConnector as BuildConnector, Client as UndiciClient } from 'undici';

const require = createRequire(import.meta.url);

// The main module would also load fetch, WebSocket, caches and mocks: 16 MB of memory that nothing here uses.
export const Client = require('undici/lib/dispatcher/client.js') as typeof UndiciClient;
export const buildConnector = require('undici/lib/core/connect.js') as typeof BuildConnector;
