import { styleText } from 'node:util';

type Entry = Record<string, unknown>;

/** Fields that every entry has, or that are shown in their own way. */
const hidden = new Set(['level', 'time', 'pid', 'hostname', 'program', 'msg', 'err']);

/**
 * One log entry for a person: a request as `GET /feed 200 12 ms`, anything else as its message and fields, with the stack
 * of an error below. Node leaves out the colours where standard output shows none (no terminal, NO_COLOR).
 */
export function describeEntry(entry: Entry): string {
  const time = new Date(String(entry.time)).toTimeString().slice(0, 8);
  const isRequest = typeof entry.status === 'number' && typeof entry.method === 'string';
  return `  ${styleText('dim', time)}  ${isRequest ? describeRequest(entry) : describeMessage(entry)}`;
}

function describeRequest({ method, route, status, ms, aborted }: Entry): string {
  const left = aborted === true ? styleText('yellow', ' (the client left)') : '';
  return `${method} ${route} ${styleText(statusColor(Number(status)), String(status))} ${styleText('dim', `${ms} ms`)}${left}`;
}

function statusColor(status: number): 'red' | 'yellow' | 'cyan' | 'green' {
  if (status >= 500) return 'red';
  if (status >= 400) return 'yellow';
  return status >= 300 ? 'cyan' : 'green';
}

function describeMessage(entry: Entry): string {
  const fields = Object.entries(entry)
    .filter(([name]) => !hidden.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(' ');
  const parts = [levelWord(Number(entry.level)), String(entry.msg ?? ''), fields && styleText('dim', fields)];
  const { stack, message } = (entry.err ?? {}) as { stack?: string; message?: string };
  const trouble = stack ?? message;
  const below = trouble === undefined ? '' : `\n${trouble.replace(/^/gm, '    ')}`;
  return parts.filter(Boolean).join(' ') + below;
}

function levelWord(level: number): string {
  if (level >= 50) return styleText('red', 'Error:');
  if (level >= 40) return styleText('yellow', 'Warning:');
  return level < 30 ? styleText('dim', 'debug:') : '';
}
