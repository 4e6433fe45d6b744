/** A chain with tokens of several standards and the service over it, for vaults that move to v2. */
import { startLocalChain } from '@mandate/contracts';
import type { Address } from '@mandate/core';
import { startService } from '@mandate/testing/service/service';
import { encodeWrites } from '../calldata/index.ts';
import { type Client, createClient } from '../client/create-client.ts';
import { type GetWalletParameters, getWallet, type WalletDelegation } from '../explore/index.ts';
import { DELEGATE_REGISTRY_V1_ABI, DELEGATE_REGISTRY_V2_ABI, type WritableGrant } from '../write/index.ts';
import { DELEGATES, FULL_RIGHTS, type Sent, TOKENS, UNLIMITED } from './moving-vaults.ts';

const SAFE_DEPTH = 8;
/** Transactions in a block. */
const TOGETHER = 50;
/** A list costs more gas than a block has. viem passes it on. */
const MUCH_GAS = { gas: 2n ** 50n };
const NOWHERE = `0x${'0'.repeat(40)}` as const;

export type MovingChain = Awaited<ReturnType<typeof startMovingChain>>;

export async function startMovingChain() {
  const contracts = TOKENS.flatMap(({ code, address }) => (code ? [[address, code] as const] : []));
  const chain = await startLocalChain({ finalityBlocks: 2 * SAFE_DEPTH, contracts: new Map(contracts) });
  const service = await startService({ chains: [chain] });
  const client = createClient({ baseUrl: service.url });
  const v1 = { address: chain.registries.v1 ?? NOWHERE, abi: DELEGATE_REGISTRY_V1_ABI } as const;
  const v2 = { address: chain.registries.v2, abi: DELEGATE_REGISTRY_V2_ABI } as const;

  async function readGas(): Promise<bigint> {
    const { transactions } = await chain.client.getBlock();
    const receipts = await Promise.all(
      transactions.map((hash) => chain.client.getTransactionReceipt({ hash })),
    );
    return receipts.reduce((most, { gasUsed }) => (gasUsed > most ? gasUsed : most), 0n);
  }

  return {
    chainId: chain.chainId,
    client,
    /** Sends transactions and returns the most gas that one of them used. */
    async send(all: readonly Sent[]): Promise<bigint> {
      let most = 0n;
      for (let first = 0; first < all.length; first += TOGETHER) {
        for (const [from, writes] of all.slice(first, first + TOGETHER)) {
          const [one] = writes;
          const { address } = one && 'grant' in one && one.grant.registry === 'v2' ? v2 : v1;
          await chain.send({ from, to: address as Address, data: encodeWrites(writes) });
        }
        await chain.mine();
        const gas = await readGas();
        if (gas > most) most = gas;
      }
      await service.catchUp(chain);
      return most;
    },
    /** Mines until what was sent is safe. */
    async becomeSafe(): Promise<void> {
      await chain.mine(SAFE_DEPTH + 1);
      await service.catchUp(chain);
    },
    /** Reads the v1 delegations of all vaults from the contract, as texts. */
    async readV1(): Promise<Map<string, string[]>> {
      const all = new Map<string, string[]>();
      for (const delegate of DELEGATES) {
        const rows = await chain.client.readContract({
          ...v1,
          functionName: 'getDelegationsByDelegate',
          args: [delegate],
          ...MUCH_GAS,
        });
        for (const { type_, vault, contract_, tokenId } of rows) {
          const key = vault.toLowerCase();
          const text = [type_, delegate, contract_, tokenId].join(' ').toLowerCase();
          all.set(key, [...(all.get(key) ?? []), text]);
        }
      }
      for (const texts of all.values()) texts.sort();
      return all;
    },
    /** Reads the v2 delegations of a vault from the contract, as texts. */
    async readV2(vault: Address): Promise<string[]> {
      const rows = await chain.client.readContract({
        ...v2,
        functionName: 'getOutgoingDelegations',
        args: [vault],
      });
      const texts = rows.map((row) =>
        [row.type_, row.to, row.contract_, row.tokenId, row.rights, row.amount].join(' ').toLowerCase(),
      );
      return texts.toSorted();
    },
    /** Asks the contract whether a grant is true under its standard. */
    async isTrue(vault: Address, { type, to, contract = NOWHERE, tokenId = 0n }: WritableGrant) {
      const ask = chain.client.readContract;
      if (type === 'all') {
        return ask({ ...v2, functionName: 'checkDelegateForAll', args: [to, vault, FULL_RIGHTS] });
      }
      const scope = [to, vault, contract] as const;
      if (type === 'contract') {
        return ask({ ...v2, functionName: 'checkDelegateForContract', args: [...scope, FULL_RIGHTS] });
      }
      const args = [...scope, tokenId, FULL_RIGHTS] as const;
      if (type === 'erc721') return ask({ ...v2, functionName: 'checkDelegateForERC721', args });
      const amount = await ask({ ...v2, functionName: 'checkDelegateForERC1155', args });
      return amount === UNLIMITED;
    },
    readRows: (vault: Address, more: Pick<GetWalletParameters, 'consistency'> = {}) =>
      readRows(client, vault, more),
    async close() {
      await service.close();
      await chain.stop();
    },
  };
}

/** Reads all delegations of a vault from the service. */
async function readRows(
  client: Client,
  wallet: Address,
  more: Pick<GetWalletParameters, 'consistency'>,
): Promise<readonly WalletDelegation[]> {
  const page = await getWallet(client, { wallet, direction: 'from', limit: 1_000, ...more });
  const isWhole = page.nextCursor === null && page.chains.every(({ known }) => known);
  if (!isWhole) throw new Error(`The delegations of ${wallet} are not known.`);
  return page.delegations;
}

/** Writes a v1 row of the service as the contract's own are written. */
export function textOfV1({ type, to, contract, tokenId }: WalletDelegation): string {
  const number = ['ALL', 'CONTRACT', 'TOKEN'].indexOf(type) + 1;
  return [number, to, contract ?? NOWHERE, tokenId ?? 0n].join(' ').toLowerCase();
}
