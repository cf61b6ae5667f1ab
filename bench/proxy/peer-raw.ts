import http from 'node:http';
import { sayPort } from '#bench/harness/say-port.ts';

// The base line of the comparison: node:http, a keep-alive agent and two pipes. `peer-raw.ts upstreamPort`.
const port = Number(process.argv[2]);
const agent = new http.Agent({ keepAlive: true });
const server = http.createServer((req, res) => {
  const proxied = http.request(
    { port, host: '127.0.0.1', agent, method: req.method, path: req.url?.slice(4), headers: req.headers },
    (reply) => {
      res.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(res);
    },
  );
  proxied.on('error', () => res.destroy());
  req.pipe(proxied);
});
server.listen(0, '127.0.0.1', () => sayPort(server));
