import pino from 'pino';
import { expect, it } from 'vitest';
import { createTroubleLog } from './trouble-log.ts';

it('writes one line for each service in ten seconds, with the reason and how many it left out', () => {
  const lines: string[] = [];
  let time = 0;
  const trouble = createTroubleLog(pino({}, { write: (line: string) => lines.push(line) }), () => time);
  const refused = new Error('connect ECONNREFUSED 127.0.0.1:5432\nmore that nobody reads');
  for (let i = 0; i < 40; i += 1) trouble('database', refused);
  trouble('Redis', new AggregateError([new Error('refused here'), new Error('refused there')]));
  time = 10_001;
  trouble('database', refused);
  const read = lines.map((line) => JSON.parse(line));
  expect(read.map(({ service, reason, more }) => [service, reason, more])).toEqual([
    ['database', 'connect ECONNREFUSED 127.0.0.1:5432', 0],
    ['Redis', 'refused here, refused there', 0],
    ['database', 'connect ECONNREFUSED 127.0.0.1:5432', 39],
  ]);
});
