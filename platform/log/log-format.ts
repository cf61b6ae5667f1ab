export type LogFormat = 'json' | 'text';

/** LOG_FORMAT where it is set, else text for a person at a terminal and JSON for a program that collects logs. */
export function chooseLogFormat(wanted: string | undefined, isTerminal: boolean): LogFormat {
  if (wanted === 'json' || wanted === 'text') return wanted;
  return isTerminal ? 'text' : 'json';
}
