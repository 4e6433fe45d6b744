/** `mandate listen`: posts changes to a server of yours until Ctrl-C. No public URL is needed. */
import { randomBytes } from 'node:crypto';
import type { Address, Client } from '@mandate/sdk';
import type { Command } from '../command.ts';
import { followFeed } from '../listen/follow-feed.ts';
import { createForward, type Forwarded } from '../listen/forward-events.ts';
import type { Event } from '../listen/webhook-event.ts';
import { assertOptions, readChains, UsageError, type Values } from '../options.ts';
import { createPaint, printable, type Terminal } from '../output/terminal.ts';
import { writeJsonLine } from '../output/words.ts';

const SECRET = 'MANDATE_WEBHOOK_SECRET';

export const LISTEN: Command = {
  usage: '--forward <url> [--wallet <wallet>] [--contract <address>] [--chain <id>]',
  about: 'post every change to a server of yours, signed as webhooks are, until Ctrl-C',
  options: ['forward', 'wallet', 'contract', 'chain', 'cursor'],
  ownOptions: {
    wallet: { about: 'only delegations that this wallet gives or receives' },
    contract: { about: 'only delegations that apply to this contract' },
    chain: { about: 'chain ids, e.g. 1,8453 (default: all)' },
    cursor: {
      about: 'begin after this cursor, at time:<time> or block:<chain>:<number>, or at the start',
    },
  },
  more: `The server needs no public URL: the command reads the feed and posts the events itself, each once. It prints the
secret that signs them, a new one each time unless ${SECRET} has one. A server that answers with
another status than 2xx is shown, and the event is not repeated. A heartbeat comes each minute.`,
  examples: [
    'listen --forward http://localhost:3000/hooks',
    'listen --forward http://localhost:3000 --wallet 0x… --cursor start',
  ],
  run: runListen,
};

async function runListen(
  client: Client,
  rest: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  if (rest.length > 0)
    throw new UsageError('listen takes no arguments. Name the server with --forward <url>.');
  assertOptions(values, 'listen', ['forward'], ['wallet', 'contract', 'chain', 'cursor']);
  const { signal, environment, now } = terminal;
  const url = readForward(values.forward ?? '');
  const secret = environment[SECRET] || `whsec_${randomBytes(32).toString('base64')}`;
  const forward = createForward(url, secret, signal);
  terminal.printError(`Events go to ${url}, signed with ${secret}`);
  let turn = Promise.resolve();
  await followFeed(client, {
    filter: {
      ...{ wallet: values.wallet as Address | undefined, contract: values.contract as Address | undefined },
      ...{ chainIds: readChains(values.chain), signal },
    },
    cursor: values.cursor,
    now,
    send(event) {
      turn = turn.then(async () => show(event, await forward(event), values, terminal));
      return turn;
    },
  });
  return 0;
}

function readForward(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).href;
  throw new UsageError(`--forward must be an http or https URL, e.g. http://localhost:3000, not "${text}".`);
}

function show(
  { id, type }: Event,
  { status, ms, error }: Forwarded,
  values: Values,
  terminal: Terminal,
): void {
  if (values.json || !terminal.isTerminal) {
    terminal.print(writeJsonLine({ id, type, status, ms: Math.round(ms), error }));
    return;
  }
  const paint = createPaint(terminal);
  const isTaken = status !== null && status >= 200 && status < 300;
  const answer = printable(status === null ? `no answer: ${error}` : String(status));
  const mark = isTaken ? paint('green', '✓') : paint('red', '✗');
  terminal.print(`${mark} ${type.padEnd(18)}  ${answer}  ${paint('dim', `${Math.round(ms)} ms  ${id}`)}`);
}
