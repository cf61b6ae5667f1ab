import type { ErrorRequestHandler } from 'express';

/**
 * Express's own error page, written here because Express also prints the error to the console. It holds the stack, file
 * paths and all, as the recorded service's does.
 */
export const sendErrorPage: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  response
    .status(statusOf(error))
    .set('Content-Security-Policy', "default-src 'none'")
    .set('X-Content-Type-Options', 'nosniff')
    .set('Content-Type', 'text/html; charset=utf-8')
    .end(page(error instanceof Error ? (error.stack ?? error.message) : String(error)));
};

function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 500;
  return typeof status === 'number' ? status : 500;
}

function page(text: string): string {
  const shown = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('\n', '<br>')
    .replaceAll('  ', ' &nbsp;');
  return `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>${shown}</pre>\n</body>\n</html>\n`;
}
