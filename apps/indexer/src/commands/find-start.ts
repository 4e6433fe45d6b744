/**
 * Finds the first block that can hold a delegation, by bisection. This is optional: a registry has no logs before it
 * was deployed, so a chain can be read from its first block. Knowing the start saves calls.
 */
import type { Address } from '@mandate/core';
import { RpcError, type Source, WrongNodeError } from '@mandate/nodes';

export async function findStart(
  source: Source,
  registries: readonly Address[],
  onProbe: (block: number) => void = () => {},
): Promise<number> {
  const { number: head } = await source.getHead();
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
        `${source.name} does not have the state of block ${block}, so the registry's first block can't be found. Use ` +
          'an archive node, or leave out "startBlock": the indexer then reads the chain from its first block, which takes ' +
          `longer and gives the same ledger. (${error.message})`,
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
