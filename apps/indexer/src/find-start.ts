/** Finds the first block that can hold a delegation, by halving: nobody publishes it. */
import type { Address } from '@mandate/core';
import { RpcError, WrongNodeError } from './rpc-errors.ts';
import type { Source } from './source.ts';

export async function findStart(
  source: Source,
  registries: readonly Address[],
  onProbe: (block: number) => void = () => {},
): Promise<number> {
  const { head } = await source.getTags();
  const starts = [];
  for (const registry of registries) starts.push(await findDeployment(source, registry, head, onProbe));
  return Math.min(...starts);
}

async function findDeployment(
  source: Source,
  registry: Address,
  head: number,
  onProbe: (block: number) => void,
): Promise<number> {
  const isThere = async (block: number) => {
    onProbe(block);
    try {
      return (await source.getCode(registry, block)) !== '0x';
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      throw new WrongNodeError(
        `${source.name} keeps no state of block ${block}, so the registry's first block can't be found. ` +
          `Use an archive node once, or set "startBlock". (${error.message})`,
      );
    }
  };
  let [without, within] = [-1, head];
  while (within - without > 1) {
    const middle = Math.floor((without + within) / 2);
    if (await isThere(middle)) within = middle;
    else without = middle;
  }
  return within;
}

/** Refuses a node of another chain, and one whose chain lacks a registry. */
export async function assertRightNode(
  source: Source,
  chainId: number,
  registries: readonly Address[],
): Promise<void> {
  const { chainId: served } = await source.getTags();
  if (served !== chainId) {
    throw new WrongNodeError(`${source.name} serves chain ${served}, not ${chainId}. Correct its URL.`);
  }
  for (const registry of registries) {
    if ((await source.getCode(registry, 'latest')) === '0x') {
      throw new WrongNodeError(
        `${source.name} has no code at ${registry} on chain ${chainId}. Is it a fork, or a new chain? ` +
          'Correct its URL, or the registries in the configuration.',
      );
    }
  }
}
