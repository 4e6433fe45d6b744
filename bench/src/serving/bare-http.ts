/** The baseline of Node itself. */
import { createServer } from 'node:http';
import { LIST_PATH, readBareLists, serve, TYPE } from './bare.ts';

const list = readBareLists();
const server = createServer(({ url = '' }, response) => {
  const body = url.startsWith(`${LIST_PATH}0x`) ? list(url.slice(LIST_PATH.length)) : 'true';
  response.writeHead(200, { 'content-type': TYPE, 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
serve((place) => server.listen(place));
