import type { RequestHandler } from 'express';

/** The one origin that the recorded service allows. */
export const allowedOrigin = 'http://localhost:5173';

export const sendCorsHeaders: RequestHandler = (request, response, next) => {
  response.set('Access-Control-Allow-Origin', allowedOrigin);
  response.set('Access-Control-Allow-Credentials', 'true');
  response.vary('Origin');
  if (request.method !== 'OPTIONS') {
    next();
    return;
  }
  response.set('Access-Control-Allow-Methods', 'GET,HEAD,PUT,PATCH,POST,DELETE');
  response.vary('Access-Control-Request-Headers');
  const asked = request.get('Access-Control-Request-Headers');
  if (asked) response.set('Access-Control-Allow-Headers', asked);
  response.status(204).set('Content-Length', '0').end();
};
