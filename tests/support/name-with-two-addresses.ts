// Preloaded into a gateway of its own (`--import`): one name resolves to two addresses of this machine, always in the
// same order, as it would to two containers. Other names are resolved as usual.
import dns from 'node:dns';

const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
const real = dns.lookup;

function lookup(hostname: string, ...rest: unknown[]): void {
  if (hostname !== 'upstreams.test') {
    Reflect.apply(real, dns, [hostname, ...rest]);
    return;
  }
  const callback = rest.at(-1) as (error: null, ...found: unknown[]) => void;
  const { all } = rest.length > 1 ? (rest[0] as dns.LookupOptions) : {};
  process.nextTick(() => (all ? callback(null, addresses) : callback(null, addresses[0]?.address, 4)));
}
dns.lookup = lookup as typeof dns.lookup;
