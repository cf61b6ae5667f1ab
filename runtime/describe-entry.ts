type Paint = (text: string) => string;
/** The colours of pino-pretty; without a colour terminal they return the text unchanged. */
export type Colors = Record<'green' | 'cyan' | 'yellow' | 'red' | 'dim', Paint>;

/** Fields that every entry has, or that describe themselves. */
const hidden = new Set(['level', 'time', 'pid', 'hostname', 'program', 'msg', 'err']);

/** One log entry as a line for a person: a request as `GET /feed 200 12 ms`, anything else as its message and fields. */
export function describeEntry(entry: Record<string, unknown>, colors: Colors): string {
  if (typeof entry.status === 'number' && typeof entry.method === 'string') return describeRequest(entry, colors);
  const level = Number(entry.level);
  const fields = Object.entries(entry)
    .filter(([name, value]) => !hidden.has(name) && value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`);
  const message = [levelWord(level, colors), String(entry.msg ?? '')].filter(Boolean).join(' ');
  return fields.length === 0 ? message : `${message} ${colors.dim(fields.join(' '))}`;
}

function describeRequest({ method, route, status, ms, aborted }: Record<string, unknown>, colors: Colors): string {
  const left = aborted === true ? colors.yellow(' (the client left)') : '';
  return `${method} ${route} ${statusPaint(Number(status), colors)(String(status))} ${colors.dim(`${ms} ms`)}${left}`;
}

function statusPaint(status: number, colors: Colors): Paint {
  if (status >= 500) return colors.red;
  if (status >= 400) return colors.yellow;
  return status >= 300 ? colors.cyan : colors.green;
}

function levelWord(level: number, colors: Colors): string {
  if (level >= 50) return colors.red('Error:');
  if (level >= 40) return colors.yellow('Warning:');
  return level < 30 ? colors.dim('debug:') : '';
}
