/** A proxy in front of the service that keeps breaking connections. */

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** Cuts every connection after this many bytes, in the middle of whatever is sent. */
export async function startCuttingProxy(url: string, bytesOf: () => number) {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  let cuts = 0;
  const server = createServer((client) => {
    const service = connect(Number(port), hostname);
    let left = bytesOf();
    const end = () => {
      client.destroy();
      service.destroy();
      open.delete(client);
    };
    open.add(client);
    client.on('data', (chunk) => service.write(chunk));
    service.on('data', (chunk) => {
      client.write(chunk.subarray(0, left));
      left -= chunk.length;
      if (left > 0) return;
      cuts++;
      // Flushes what was written first.
      client.end();
      service.destroy();
    });
    for (const socket of [client, service]) socket.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Returns the number of connections it has cut. */
    cuts: () => cuts,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const client of open) client.destroy();
      }),
  };
}
