import cookieParser from 'cookie-parser';
import express, { type Express, type RequestHandler } from 'express';
import { addAuthRoutes } from './auth-routes.ts';
import { addChatRoutes } from './chat-routes.ts';
import type { Context } from './context.ts';
import { sendCorsHeaders } from './cors.ts';
import { sendErrorPage } from './error-page.ts';
import { addProfileRoutes } from './profile-routes.ts';
import { addProjectRoutes } from './project-routes.ts';
import { addListRoutes, addRequestRoutes } from './request-routes.ts';

/** The recorded service's HTTP side. The parser runs before the CORS headers, so its errors carry none. */
export function createRecordedApp(context: Context, ...before: RequestHandler[]): Express {
  const app = express();
  // 'test' keeps Express itself from printing errors; what the error page shows is ours to say.
  app.set('env', 'test');
  app.set('query parser', 'extended');
  if (before.length > 0) app.use(...before);
  app.use(express.json({ limit: '100kb' }));
  app.use(sendCorsHeaders);
  app.use(cookieParser());
  addAuthRoutes(app, context);
  addProfileRoutes(app, context);
  addRequestRoutes(app, context);
  addListRoutes(app, context);
  addProjectRoutes(app, context);
  addChatRoutes(app, context);
  app.use(sendErrorPage);
  return app;
}
