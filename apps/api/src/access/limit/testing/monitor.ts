/** Everything that Redis was told, as Redis itself saw it: which client it admitted, and when by its own clock. */
import { once } from 'node:events';
import { connect } from 'node:net';

/** `+1700000000.123456 [0 lua] "LPUSH" "mandate:limit:1.2.3.4" "1700000000123456"` */
const ADMITTED = /\[\d+ lua\] "LPUSH" "mandate:limit:([^"]+)" "(\d+)"/i;

export type Monitor = Awaited<ReturnType<typeof startMonitor>>;

export async function startMonitor(port: number) {
  /** By client: when it was admitted, in microseconds of Redis' clock. */
  const admitted = new Map<string, number[]>();
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let rest = '';
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      // Most lines are of no interest, and there are many.
      if (!/"lpush"/i.test(line)) continue;
      const [, client = '', time] = ADMITTED.exec(line) ?? [];
      const times = admitted.get(client);
      if (times) times.push(Number(time));
      else admitted.set(client, [Number(time)]);
    }
  });
  socket.write('MONITOR\r\n');
  await once(socket, 'data');
  return { admitted, close: () => void socket.destroy() };
}
