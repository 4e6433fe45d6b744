/** `mandate list <wallet>` */
import {
  type Address,
  type Client,
  type DelegationType,
  type Hex,
  type List,
  listDelegations,
  listDelegationsV1,
  type TokenType,
} from '@mandate/sdk';
import type { Command } from '../command.ts';
import { assertOptions, readRegistry, readWhole, UsageError, type Values } from '../options.ts';
import { type Cell, type Column, formatToFit, type Table } from '../output/table.ts';
import { createPaint, type Paint, type Terminal } from '../output/terminal.ts';
import {
  describeAmount,
  describeBlock,
  shorten,
  shortenNumber,
  writeJson,
  writeRights,
} from '../output/words.ts';
import { readWhen, WHEN_OPTIONS } from '../when-options.ts';

/** A delegation of either registry. */
interface DelegationRow {
  readonly type: DelegationType;
  readonly from: Address;
  readonly to: Address;
  readonly contract: Address | null;
  readonly tokenId: bigint | null;
  readonly rights?: Hex;
  readonly tokenType?: TokenType | null;
  readonly amount?: bigint | null;
}

export const LIST: Command = {
  usage: '<wallet>',
  about: 'list the delegations from and to a wallet',
  options: ['chain', 'registry', 'limit', 'cursor', ...WHEN_OPTIONS],
  examples: ['list 0x…', 'list 0x… --registry all --chain 1', "list 0x… --json | jq '.value[].to'"],
  run: runList,
};

const LISTS = { v2: listDelegations, v1: listDelegationsV1 } as const;

async function runList(
  client: Client,
  [wallet, ...more]: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  if (wallet === undefined || more.length > 0)
    throw new UsageError('list needs one wallet: mandate list <wallet>.');
  assertOptions(values, 'list', [], LIST.options);
  const registry = readRegistry(values, ['v2', 'v1', 'all']);
  if (registry === 'all' && values.cursor !== undefined)
    throw new UsageError('A cursor belongs to one registry. Pass --registry v1 or --registry v2 with it.');
  const parameters = {
    wallet: wallet as Address,
    chainId: values.chain === undefined ? undefined : readWhole('chain', values.chain),
    limit: values.limit === undefined ? undefined : readWhole('limit', values.limit),
    cursor: values.cursor,
    ...readWhen(values),
  };
  const names = registry === 'all' ? (['v2', 'v1'] as const) : [registry];
  const lists = await Promise.all(
    names.map(async (name) => [name, await LISTS[name](client, parameters)] as const),
  );
  const isJson = values.json || !terminal.isTerminal;
  if (isJson) terminal.print(writeJson(registry === 'all' ? Object.fromEntries(lists) : lists[0]?.[1]));
  else
    for (const [name, list] of lists)
      terminal.print(describe({ ...list, value: list.value.map(rowOf) }, wallet, name, terminal));
  return 0;
}

function rowOf(
  record: List<DelegationRow>['value'][number] | { vault: Address; delegate: Address },
): DelegationRow {
  if (!('vault' in record)) return record;
  const { vault, delegate, ...rest } = record;
  return { ...(rest as Omit<DelegationRow, 'from' | 'to'>), from: vault, to: delegate };
}

function describe(
  { value, block, nextCursor }: List<DelegationRow>,
  wallet: string,
  registry: string,
  terminal: Terminal,
): string {
  const paint = createPaint(terminal);
  const isGiven = ({ from }: DelegationRow) => from.toLowerCase() === wallet.toLowerCase();
  const given = value.filter(isGiven);
  const received = value.filter((row) => !isGiven(row));
  // Two separate tables: anyone can delegate to a wallet, so received ones must not look like given ones.
  const parts = [
    describePart('Given: wallets that may act for this one', 'to', given, terminal, paint),
    describePart('Received: wallets this one may act for', 'from', received, terminal, paint),
  ].filter((part) => part !== null);
  return [
    `${paint('bold', wallet)}  ${paint('dim', `${registry}, ${describeBlock(block, terminal.now())}`)}`,
    ...(parts.length > 0 ? parts : ['No delegations.']),
    ...(nextCursor === null ? [] : [`${paint('yellow', 'Next page:')} --cursor ${nextCursor}`]),
  ].join('\n\n');
}

function describePart(
  title: string,
  party: 'from' | 'to',
  rows: readonly DelegationRow[],
  terminal: Terminal,
  paint: Paint,
): string | null {
  if (rows.length === 0) return null;
  const heading = `${title} ${paint('dim', `(${rows.length})`)}`;
  return `${heading}\n${formatToFit((isNarrow) => tableOf(party, rows, isNarrow), terminal)}`;
}

/** Leaves out columns that are empty in every row. */
function tableOf(party: 'from' | 'to', rows: readonly DelegationRow[], isNarrow: boolean): Table {
  const hex = isNarrow ? shorten : (text: string) => text;
  const number = isNarrow ? shortenNumber : (text: string) => text;
  const all: readonly (Column & { readonly cell: (row: DelegationRow) => Cell | null })[] = [
    { title: party.toUpperCase(), cell: (row) => ({ text: hex(row[party]) }) },
    { title: 'COVERS', cell: ({ type, tokenType }) => ({ text: tokenType ?? type, ...emphasis(type) }) },
    { title: 'CONTRACT', cell: ({ contract }) => (contract ? { text: hex(contract) } : null) },
    {
      title: 'TOKEN',
      isNumber: true,
      cell: ({ tokenId }) => (tokenId === null ? null : { text: number(String(tokenId)) }),
    },
    {
      title: 'AMOUNT',
      isNumber: true,
      cell: ({ amount = null }) => (amount === null ? null : { text: number(describeAmount(amount)) }),
    },
    {
      title: 'RIGHTS',
      cell: ({ rights }) => (rights === undefined ? null : rightsCell(rights, isNarrow)),
    },
  ];
  const columns = all.filter(({ cell }) => rows.some((row) => cell(row) !== null));
  return { columns, cells: rows.map((row) => columns.map(({ cell }) => cell(row) ?? { text: '' })) };
}

/** Highlights the broadest scope. */
function emphasis(type: DelegationType): Pick<Cell, 'style'> {
  return type === 'ALL' ? { style: 'yellow' } : {};
}

function rightsCell(rights: Hex, isNarrow: boolean): Cell {
  const text = writeRights(rights);
  if (text === 'full') return { text, style: 'dim' };
  return { text: isNarrow && text === rights ? shorten(text) : text };
}
