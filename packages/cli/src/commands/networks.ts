/** `mandate networks` */
import { type Client, getNetworks, type Network } from '@mandate/sdk';
import type { Command } from '../command.ts';
import { assertOptions, UsageError, type Values } from '../options.ts';
import { type Cell, type Column, formatTable } from '../output/table.ts';
import { createPaint, printable, type Terminal } from '../output/terminal.ts';
import { shorten, writeJson } from '../output/words.ts';

export const NETWORKS: Command = {
  usage: '',
  about: 'list the chains that the service serves, with their registries',
  options: [],
  examples: ['networks', "networks --json | jq '.networks[].chainId'"],
  run: runNetworks,
};

const COLUMNS: readonly Column[] = [
  { title: 'CHAIN' },
  { title: 'ID', isNumber: true },
  { title: 'V1' },
  { title: 'V2' },
];

async function runNetworks(
  client: Client,
  rest: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  if (rest.length > 0) throw new UsageError('networks takes no arguments.');
  assertOptions(values, 'networks', [], []);
  const answer = await getNetworks(client);
  const isJson = values.json || !terminal.isTerminal;
  terminal.print(isJson ? writeJson(answer) : describe(answer.networks, terminal));
  return 0;
}

function describe(networks: readonly Network[], terminal: Terminal): string {
  const cells = networks.map(({ name, chainId, testnet, registries: { v1, v2 } }): Cell[] => [
    { text: `${printable(name)}${testnet ? ' (testnet)' : ''}` },
    { text: String(chainId) },
    { text: v1 ? shorten(v1) : '' },
    { text: v2 ? shorten(v2) : '' },
  ]);
  return formatTable({ columns: COLUMNS, cells }, createPaint(terminal));
}
