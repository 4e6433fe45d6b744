/** Compares a contract's snapshot with the registries' lists of all wallets at that block. */
import { integer, pick } from '@mandate/contracts';
import type { Address, Delegation } from '@mandate/core';
import { show } from '../compare.ts';
import { type Compared, tellApart } from '../compared.ts';
import { nameAddress } from '../names.ts';
import { CONTRACTS, REGISTRY_CHOICES, WALLETS } from '../world.ts';
import { compareBeginnings, type GrantJson, readGrant } from './beginnings.ts';
import type { Context } from './context.ts';
import { findNamed, readNamedBlock } from './named-block.ts';
import { isUnknown } from './unknowable.ts';

type SnapshotRow = GrantJson & { readonly log: number };

export async function compareSnapshot(context: Context): Promise<Compared> {
  const { service, resting, random } = context;
  const { chain, finalized } = resting;
  const block = resting.blocks[integer(random, 1, finalized.number)] ?? finalized;
  const contract = pick(random, CONTRACTS);
  const registries = pick(random, REGISTRY_CHOICES);
  const format = pick(random, ['jsonl', 'csv']);
  const name = `${format} snapshot of ${nameAddress(contract)}, ${registries.join(' and ')}, at block ${block.number} of chain ${chain.chainId}`;
  const query = { contract, registries: registries.join(','), format, numbers: 'string' };
  const reply = await service.get(`/snapshots/${chain.chainId}/${block.number}`, query);
  const expected = (await context.listAt(block)).filter(
    (each) => registries.includes(each.registry) && touches(each, contract),
  );
  const questions = WALLETS.length * registries.length;
  if (isUnknown(reply) && context.isUnknowable(registries, null))
    return { questions, unknown: questions, differences: [] };
  if (reply.status !== 200)
    return { questions, differences: tellApart(name, `${reply.status} ${reply.body}`, show(expected)) };
  const moment = { name, query, at: block, safe: null, isPast: true, mayNameEarlier: false };
  const named = findNamed(readNamedBlock(reply), moment, resting);
  const rows = format === 'csv' ? readCsv(reply.body) : readLines(reply.body);
  const places = rows.map((row) => row.block * 1_000_000 + row.log);
  const differences = [
    ...(typeof named === 'string' ? tellApart(name, named, '') : []),
    ...tellApart(name, show(rows.map(readGrant)), show(expected)),
    ...tellApart(`${name}: order`, places.join(), places.toSorted((a, b) => a - b).join()),
    ...(await compareBeginnings(context, name, rows, block.number)),
  ];
  return { questions, differences };
}

/** Returns true for delegations of this contract or of a whole wallet, which covers every contract. */
function touches(delegation: Delegation, contract: Address): boolean {
  return !('contract' in delegation) || delegation.contract === contract;
}

function readLines(body: string): SnapshotRow[] {
  return body
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as SnapshotRow);
}

/** No field contains a comma. An empty field is null. */
function readCsv(body: string): SnapshotRow[] {
  const [head = '', ...lines] = body.split('\r\n').slice(0, -1);
  const columns = head.split(',');
  return lines.map((line) => {
    const fields = line.split(',').map((text, i) => [columns[i], text === '' ? null : text]);
    const row = Object.fromEntries(fields) as Record<string, string | null>;
    return { ...row, block: Number(row['block']), log: Number(row['log']) } as SnapshotRow;
  });
}
