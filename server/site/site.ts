import type { IncomingMessage, ServerResponse } from 'node:http';
import { makeSecurityHeaders } from '#server/security/helmet.ts';
import { loadAssets, serveAsset } from './assets.ts';
import { createPages, type ServePage } from './pages.ts';

export interface SiteOptions {
  /** The folder of the built client. */
  readonly folder: string;
  /** The folder of the build before it, where one was kept. */
  readonly previousFolder?: string | undefined;
  readonly demo: boolean;
  /** Whether browsers may keep the page to open it without a network. */
  readonly offline: boolean;
  readonly sessionCookie: string;
}

/** The built client, in memory. */
export interface Site {
  /** Answers a request for a file of the build; false when there is none, and nothing was sent. */
  readonly serveFile: (req: IncomingMessage, res: ServerResponse) => boolean;
  /** Answers everything else: a page, the way home, or 404. */
  readonly servePage: ServePage;
}

/** Reads the built client once; later changes on disk are not seen. */
export function loadSite({ folder, previousFolder, demo, offline, sessionCookie }: SiteOptions): Site {
  const security = makeSecurityHeaders();
  const assets = loadAssets({ current: folder, previous: previousFolder, offline }, security.everywhere);
  return {
    serveFile: (req, res) => serveAsset(assets, req, res),
    servePage: createPages({ folder, demo, sessionCookie, security }),
  };
}
