/** Decides which registries of a chain are followed: only those whose events are all in the ledger. */
import type { ConfiguredChain } from '@mandate/config';
import type { Address, Registries, Registry } from '@mandate/core';
import { type Source, WrongNodeError } from '@mandate/nodes';
import type { Writer } from '@mandate/store';

export interface Choice {
  readonly registries: Registries;
  /** Says which registry of the chain is not followed, and what to do about it. */
  readonly notice: string | null;
}

type Entry = readonly [name: Registry, address: string];

export async function chooseRegistries(
  chain: Pick<ConfiguredChain, 'chainId' | 'registries' | 'possibleRegistries' | 'startBlock'>,
  source: Source,
  writer: Pick<Writer, 'findCheckpoint' | 'cover'>,
): Promise<Choice> {
  const { chainId, possibleRegistries: possible } = chain;
  const checkpoint = await writer.findCheckpoint(chainId);
  // Older versions recorded no registries and followed those that the settings named.
  const recorded = checkpoint && (checkpoint.registries ?? chain.registries);
  // A registry that was found once is required, like those that the settings name.
  const known = pick(possible, ([name, address]) => recorded?.[name] === address);
  const expected = { ...known, ...chain.registries };
  await assertRegistries(source, chainId, Object.values(expected));
  const others = pick(possible, ([name]) => !expected[name]);
  const found = await findDeployed(others, source);
  const all = { ...found, ...expected };

  if (!checkpoint || !recorded) {
    // A start block is that of the registries that the operator, or the catalogue, knows.
    if (chain.startBlock === 0) return { registries: all, notice: null };
    return { registries: expected, notice: describeEarlier(found) };
  }
  const registries = pick(all, ([name, address]) => recorded[name] === address);
  const changed = list(all).find(([name, address]) => recorded[name] && recorded[name] !== address);
  if (changed || list(registries).length === 0) throw new Error(describeOther(chainId, recorded, all));
  await writer.cover(chainId, checkpoint.block, registries);
  const missing = pick(all, ([name]) => !registries[name]);
  return { registries, notice: describeMissing(chainId, missing) };
}

/** Throws if a registry has no code on the node's chain. */
async function assertRegistries(
  source: Source,
  chainId: number,
  registries: readonly Address[],
): Promise<void> {
  for (const registry of registries) {
    if ((await source.getCode(registry, 'latest')) === '0x') {
      throw new WrongNodeError(
        `${source.name} has no code at ${registry} on chain ${chainId}. If the node is still syncing, ` +
          'wait until it has reached the head. Otherwise correct its URL, or "registries" of the chain.',
      );
    }
  }
}

async function findDeployed(registries: Registries, source: Source): Promise<Registries> {
  const code = new Map<string, string>();
  for (const [, address] of list(registries)) code.set(address, await source.getCode(address, 'latest'));
  return pick(registries, ([, address]) => code.get(address) !== '0x');
}

function list(registries: Registries) {
  return (['v1', 'v2'] as const).flatMap((name) => {
    const address = registries[name];
    return address ? [[name, address] as const] : [];
  });
}

function pick(registries: Registries, isWanted: (entry: Entry) => boolean): Registries {
  return Object.fromEntries(list(registries).filter(isWanted));
}

const describe = (registries: Registries) =>
  list(registries)
    .map(([name, address]) => `${name} at ${address}`)
    .join(' and ') || 'none';

function describeMissing(chainId: number, missing: Registries): string | null {
  if (list(missing).length === 0) return null;
  return (
    `The ledger was made without ${describe(missing)}, so questions about it are refused. To index it, read the chain ` +
    `again: forget --chain ${chainId} --yes. To leave it out, name the others in "registries" of the chain.`
  );
}

function describeEarlier(found: Registries): string | null {
  if (list(found).length === 0) return null;
  return (
    `${describe(found)} is on this chain and not followed: "startBlock" may be too late for it. To index it, name all ` +
    'registries in "registries", with a "startBlock" that is early enough for all, or without one. To leave it out, ' +
    'name the others only.'
  );
}

function describeOther(chainId: number, recorded: Registries, named: Registries): string {
  return (
    `The ledger of chain ${chainId} was made from ${describe(recorded)}, but the settings name ${describe(named)}. ` +
    `Put back the old "registries", or read the chain again: forget --chain ${chainId} --yes.`
  );
}
