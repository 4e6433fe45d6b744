import { once } from 'node:events';
import { createServer } from 'node:net';
import { ConfigError } from '@mandate/config';

/** The ports of the two nodes are next to each other, so the next one is no advice. */
const PORT_STEP = 10;

/** Fails if a port is in use, or wanted twice. Port 0 is any free one. */
export async function assertPortsFree(ports: Readonly<Record<string, number>>): Promise<void> {
  const servers = [];
  try {
    for (const [setting, port] of Object.entries(ports).filter(([, port]) => port !== 0)) {
      const server = createServer().listen(port, '127.0.0.1');
      await once(server, 'listening').catch((error) => {
        throw explain(error, port, setting);
      });
      servers.push(server);
    }
  } finally {
    await Promise.all(servers.map((server) => once(server.close(), 'close')));
  }
}

/** Returns how to get around a port in use, or else the error itself. */
function explain(error: NodeJS.ErrnoException, port: number, setting: string): Error {
  if (error.code !== 'EADDRINUSE') return error;
  return new ConfigError(
    `Port ${port} is in use. Stop the process that listens there, or choose another port (0: any free one):\n  ${setting}=${port + PORT_STEP} npm run dev`,
  );
}
