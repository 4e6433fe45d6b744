/** `mandate status` */
import { type ChainStatus, type Client, getStatus } from '@mandate/sdk';
import type { Command } from '../command.ts';
import { assertOptions, readWhole, UsageError, type Values } from '../options.ts';
import { type Cell, type Column, formatTable } from '../output/table.ts';
import { createPaint, printable, type Style, type Terminal } from '../output/terminal.ts';
import { describeAge, writeJson } from '../output/words.ts';
import { countNodes, formatNodes } from './status-of-nodes.ts';

const STYLES: Readonly<Record<ChainStatus['state'], Style>> = {
  ready: 'green',
  chain_not_ready: 'yellow',
  chain_lagging: 'yellow',
  chain_tainted: 'red',
};

const COLUMNS: readonly Column[] = [
  { title: 'CHAIN' },
  { title: 'ID', isNumber: true },
  { title: 'STATE' },
  { title: 'BLOCK', isNumber: true },
  { title: 'AGE', isNumber: true },
  { title: 'BEHIND', isNumber: true },
  { title: 'UPDATED', isNumber: true },
  { title: 'NODES', isNumber: true },
];

export const STATUS: Command = {
  usage: '[--chain <id>]',
  about: 'show the indexing progress of each chain, or of one chain with its nodes',
  options: ['chain'],
  examples: ['status', 'status --chain 1'],
  run: runStatus,
};

async function runStatus(
  client: Client,
  positionals: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  if (positionals.length > 0)
    throw new UsageError('status takes no arguments. To see one chain, pass --chain <id>.');
  assertOptions(values, 'status', [], ['chain']);
  const only = values.chain === undefined ? null : readWhole('chain', values.chain);
  const status = await getStatus(client);
  const chains = status.chains.filter(({ chainId }) => only === null || chainId === only);
  if (only !== null && chains.length === 0) throw new UsageError(`The service does not serve chain ${only}.`);
  if (values.json || !terminal.isTerminal) terminal.print(writeJson({ chains }));
  else terminal.print(describe(chains, terminal, only !== null));
  return chains.every(({ state }) => state === 'ready') ? 0 : 1;
}

function describe(chains: readonly ChainStatus[], terminal: Terminal, withNodes: boolean): string {
  const paint = createPaint(terminal);
  const cells = chains.map((chain): Cell[] => [
    { text: printable(chain.name) },
    { text: String(chain.chainId), style: 'dim' },
    { text: chain.state, style: STYLES[chain.state] },
    { text: chain.indexed ? String(chain.indexed.number) : '' },
    { text: chain.lagSeconds === null ? '' : describeAge(1_000 * chain.lagSeconds), style: 'dim' },
    { text: chain.lagBlocks === null ? '' : String(chain.lagBlocks) },
    { text: chain.heardMsAgo === null ? '' : describeAge(chain.heardMsAgo), style: 'dim' },
    countNodes(chain),
  ]);
  const details = chains.flatMap(({ detail, state }) =>
    detail === null ? [] : [`${paint(STYLES[state], '!')} ${printable(detail)}`],
  );
  const nodes = withNodes ? chains.flatMap((chain) => chain.nodes) : [];
  return [
    formatTable({ columns: COLUMNS, cells }, paint),
    ...(details.length > 0 ? ['', ...details] : []),
    ...(nodes.length > 0 ? ['', formatNodes(nodes, terminal.now(), paint)] : []),
  ].join('\n');
}
