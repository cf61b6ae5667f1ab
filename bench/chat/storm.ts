// 20 people, 2,000 messages, cut wires, one kill -9 of the upstream, one restart of the gateway: what was sent, stored
// and received. Exits with 1 unless the three are the same. `node bench/chat/storm.ts [sqlite|postgres] [seed]`
import { chatStorm } from '#tests/support/chat-storm.ts';

const [engine = 'sqlite', seed = '1'] = process.argv.slice(2);
const result = await chatStorm({
  engine: engine === 'postgres' ? 'postgres' : 'sqlite',
  people: 20,
  messages: 2000,
  messagesPerCut: 10,
  seed: Number(seed),
});
console.log(JSON.stringify(result, null, 2));
process.exitCode = result.stored === result.sent && result.wrongThreads.length === 0 ? 0 : 1;
