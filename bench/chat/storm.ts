// 20 people with two devices each, 2,000 messages, up to 500 of them replies, 133 with pictures, 1,000 edits, deletions and
// reactions, cut wires, one kill -9 of an upstream, one restart of a gateway: what was sent and wanted, stored and received.
// Exits with 1 unless the three are the same. `node bench/chat/storm.ts [sqlite|postgres|two-upstreams] [seed]`
import { chatStorm } from '#tests/support/chat-storm.ts';

const [engine = 'sqlite', seed = '1'] = process.argv.slice(2);
const result = await chatStorm({
  engine: engine === 'sqlite' ? 'sqlite' : 'postgres',
  instances: engine === 'two-upstreams' ? 2 : 1,
  people: 20,
  messages: 2000,
  messagesPerCut: 10,
  seed: Number(seed),
});
console.log(JSON.stringify(result, null, 2));
process.exitCode =
  result.stored === result.sent && result.wrongThreads.length + result.wrongChanges.length === 0 ? 0 : 1;
