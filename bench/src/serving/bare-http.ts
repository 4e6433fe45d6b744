/** The baseline of Node itself. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { readBareLists, serve, TYPE, walletOf } from './bare.ts';

const list = readBareLists();
const server = createServer(({ url = '', headers }, response) => {
  if (headers['if-none-match']) {
    response.writeHead(304).end();
    return;
  }
  const wallet = walletOf(url);
  const body = wallet === null ? 'true' : list(wallet);
  response.writeHead(200, { 'content-type': TYPE, 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
await serve((place) => once(server.listen(place), 'listening'));
