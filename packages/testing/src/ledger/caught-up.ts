/** Compares the ledger's checkpoints with the chains that it follows. */
import type { LocalChain } from '@mandate/contracts';
import type { Checkpoint, Reader } from '@mandate/store';

type Checkpoints = Pick<Reader, 'listCheckpoints'>;
type Followed = Pick<LocalChain, 'chainId'>;

/** Returns the ledger's place on a chain, if it has one. A tainted chain never catches up, so this throws the reason. */
export async function findPlace(reader: Checkpoints, { chainId }: Followed): Promise<Checkpoint | undefined> {
  const found = (await reader.listCheckpoints()).find((checkpoint) => checkpoint.chainId === chainId);
  if (found?.state === 'tainted') throw new Error(`Chain ${chainId} is tainted: ${found.reason}`);
  return found;
}

/** Returns true when the ledger follows the chain and is at this block. */
export async function isAt(reader: Checkpoints, chain: Followed, hash: string): Promise<boolean> {
  const place = await findPlace(reader, chain);
  return place?.state === 'following' && place.block.hash === hash;
}

/** Returns true when the ledger is at the head of the chain and knows its safe and its finalized block. */
export async function knowsMarks(reader: Checkpoints, chain: LocalChain): Promise<boolean> {
  const [head, safe, finalized] = await Promise.all(
    (['latest', 'safe', 'finalized'] as const).map((blockTag) => chain.client.getBlock({ blockTag })),
  );
  const place = await findPlace(reader, chain);
  const isMarked = place?.safe === Number(safe?.number) && place.finalized === Number(finalized?.number);
  return isMarked && place.state === 'following' && place.block.hash === head?.hash;
}
