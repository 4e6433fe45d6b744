/** Metrics of the database's size and connections, read at each scrape. */
import { type Database, type Measured, measure, within } from '@mandate/store';
import { Gauge, type Registry } from 'prom-client';

/** A scrape does not wait for a database that hangs. */
const MEASURE_TIMEOUT_MS = 2_000;

export function addDatabaseMetrics(registry: Registry, database: Database): void {
  let asking: Promise<Measured | null> | null = null;

  /** Measures once for all gauges of a scrape. */
  function ask(): Promise<Measured | null> {
    asking ??= within(MEASURE_TIMEOUT_MS, measure(database)).finally(() => {
      asking = null;
    });
    return asking;
  }

  const gauge = (name: string, help: string, read: (measured: Measured) => number) =>
    new Gauge({
      name: `mandate_database_${name}`,
      help,
      registers: [registry],
      async collect() {
        const measured = await ask();
        if (measured) this.set(read(measured));
        // A gauge without labels would otherwise keep its last value.
        else this.remove();
      },
    });
  gauge('size_bytes', 'The size of the database, with its indexes', ({ sizeBytes }) => sizeBytes);
  gauge('backends', 'Connections to the database, of all clients', ({ connections }) => connections);
  gauge(
    'max_backends',
    'The maximum number of connections of the server, for all its databases',
    ({ maxConnections }) => maxConnections,
  );
}
