/** Connections that choose the right one of a database's servers. */
import pg from 'pg';
import { getServers, listServerUrls, type Role } from './servers.ts';

type Done = (error: Error) => void;

/** Returns the client class for a database. With several servers, each connection finds the right one by itself. */
export function clientOf(url: string, role: Role) {
  const [first = url, ...others] = listServerUrls(url);
  if (others.length === 0) return { Client: pg.Client, connectionString: url, several: false };
  const servers = getServers([first, ...others], role);

  class ServerClient extends pg.Client {
    override connect(): Promise<this>;
    override connect(done: Done): void;
    override connect(done?: Done): Promise<this> | undefined {
      const connected = this.connectToRight();
      if (!done) return connected;
      connected.then(() => (done as () => void)(), done);
      return undefined;
    }

    private async connectToRight(): Promise<this> {
      const server = await servers.find();
      this.host = server.host;
      this.port = server.port;
      await super.connect().catch((error: unknown) => {
        servers.doubt(server);
        throw error;
      });
      const unwatch = servers.watch({ cut: () => this.connection.stream.destroy() }, server);
      this.once('end', unwatch);
      return this;
    }
  }
  return { Client: ServerClient, connectionString: first, several: true };
}

/** Sets this for a new connection. Its first packet does not carry settings, because PgBouncer refuses most of them there. */
export async function configure(
  client: pg.ClientBase,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const entries = Object.entries(settings);
  const calls = entries.map((_, i) => `set_config($${2 * i + 1}, $${2 * i + 2}, false)`);
  await client.query(`select ${calls.join()}`, entries.flat());
}

/** Creates one connection to the primary. */
export function createClient(url: string, options: Omit<pg.ClientConfig, 'connectionString'>): pg.Client {
  const { Client, connectionString } = clientOf(url, 'primary');
  return new Client({ ...options, connectionString });
}
