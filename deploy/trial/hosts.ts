/** The two ends of `hosts.sh`: a server that prints where it was connected to, and a sender that has the worker's guard. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import { createResolve } from '../../apps/webhooks/src/deliver/guarded-lookup.ts';
import { createSender } from '../../apps/webhooks/src/deliver/send.ts';

const HOSTS = 100;
const INNER = 7;
const ADDRESSES = ['10.0.0.1', '169.254.169.254', '93.184.0.2', '127.0.0.1', '[::1]'];

const say = (line: string) => process.stdout.write(`${line}\n`);

function serve(folder: string): void {
  const read = (name: string) => readFileSync(`${folder}/${name}`);
  const server = createServer({ key: read('key.pem'), cert: read('cert.pem') }, (request, response) => {
    const location = `https://inner-1.mandate.test${request.url}`;
    response.writeHead(request.url === '/moved' ? 307 : 200, { location }).end('ok');
  });
  server.on('connection', (socket: Socket) => say(String(socket.localAddress).replace('::ffff:', '')));
  server.listen(443, () => say('listening'));
}

async function sendAll(): Promise<void> {
  const { send, close } = createSender({ resolve: createResolve(), privateHosts: [] });
  const post = (url: string) => send({ url, headers: {}, body: Buffer.from('{}') });
  let reached = 0;
  for (let host = 1; host <= HOSTS; host++) {
    const { status, error } = await post(`https://host-${host}.mandate.test/`);
    if (status === 200) reached++;
    else say(`FAIL host-${host}: ${status} ${error}`);
    await post(`https://host-${host}.mandate.test/moved`);
  }
  say(`${reached === HOSTS ? 'ok  ' : 'FAIL'} ${reached} of ${HOSTS} ordinary hosts reached`);
  const names = Array.from({ length: INNER }, (_, index) => `inner-${index + 1}.mandate.test`);
  for (const host of [...names, ...ADDRESSES]) {
    const { status, error } = await post(`https://${host}/`);
    const isRefused = status === null && error?.includes('not a host of the public internet');
    say(`${isRefused ? 'ok  ' : 'FAIL'} ${host}: ${error ?? status}`);
    if (!isRefused) process.exitCode = 1;
  }
  close();
  if (reached < HOSTS) process.exitCode = 1;
}

const [action, folder = ''] = process.argv.slice(2);
if (action === 'serve') serve(folder);
else await sendAll();
