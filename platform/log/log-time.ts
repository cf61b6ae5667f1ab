/**
 * The `time` of log lines as ISO 8601, in pino's form. Under load many lines share a millisecond, and its text, which
 * costs as much as the rest of the line.
 */
export function createLogTime(): () => string {
  let lastAt = 0;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== lastAt) {
      lastAt = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}
