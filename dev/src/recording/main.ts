/**
 * `npm run record`: records a first visit, from `npm run dev` to answers, and writes docs/images/terminal.svg. Needs
 * `npm run build`, and `script` of util-linux, which gives programs a terminal.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createFolder } from '@mandate/testing/process/folder';
import { until } from '@mandate/testing/until';
import { COLUMNS, drawRecording } from './draw.ts';
import { createTerminal, withoutLongPauses } from './terminal.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FILE = `${ROOT}docs/images/terminal.svg`;
const DESCRIPTION =
  'A terminal. npm run dev starts two chains, the indexer and the API. curl and the mandate command ask questions.';
const READY = 'Ctrl-C stops everything';
/** How long a command takes to type, and its output to read. */
const TYPE_MS = 700;
const READ_MS = 2_500;
const WATCHED_MS = 12_000;

const terminal = createTerminal();
const beganAt = performance.now();
const show = (text: string) => terminal.write(text, performance.now() - beganAt);

const bin = createFolder('record');
const cli = join(ROOT, 'packages/cli/dist/main.js');
writeFileSync(join(bin.path, 'mandate'), `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`, {
  mode: 0o755,
});
const env = {
  ...process.env,
  PATH: `${bin.path}:${process.env['PATH']}`,
  MANDATE_URL: 'http://localhost:8080',
  COLUMNS: String(COLUMNS),
};
const CTRL_C = '\x03';

/** Starts a command in a terminal of its own. Its output is shown until it is hidden. */
function start(command: string) {
  show(`\x1b[32m$\x1b[0m \x1b[1m${command}\x1b[0m\n`);
  let said = '';
  let shown = true;
  const child = spawn('script', ['-qfec', command, '/dev/null'], { cwd: ROOT, env });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (shown) show(text.replaceAll('^C', ''));
  });
  return {
    said: () => said,
    hide: () => {
      shown = false;
    },
    stop: () => child.stdin.write(CTRL_C),
    ended: once(child, 'exit'),
  };
}

/** Runs a command to its end, or for a time. */
async function play(command: string, maxMs?: number): Promise<void> {
  await delay(TYPE_MS);
  const { ended, stop } = start(command);
  if (maxMs) setTimeout(stop, maxMs);
  await ended;
  await delay(READ_MS);
  show('\n');
}

const dev = start('npm run dev');
await until('npm run dev is ready', () => dev.said().includes(READY));
await delay(READ_MS);
dev.hide();
show('\n\x1b[2m# in another terminal\x1b[0m\n');
const [curl = ''] = /curl [^\r\n]*erc721[^\r\n]*/.exec(dev.said()) ?? [];
const { to, from, contract, tokenId } = Object.fromEntries(
  new URL(/http[^']*/.exec(curl.replace('delegate=', 'to=').replace('vault=', 'from='))?.[0] ?? '')
    .searchParams,
);
await play(curl);
await play(
  `mandate check erc721 --to ${to} --from ${from} --contract ${contract} --token ${tokenId} --explain`,
);
await play(`mandate list ${to}`);
await play('mandate status');
await play('mandate watch', WATCHED_MS);
dev.stop();
await dev.ended;
bin.remove();

const lines = withoutLongPauses(terminal.lines());
writeFileSync(FILE, drawRecording(lines, DESCRIPTION));
process.stdout.write(`${FILE}: ${lines.length} lines, ${Math.round((lines.at(-1)?.atMs ?? 0) / 1_000)} s\n`);
