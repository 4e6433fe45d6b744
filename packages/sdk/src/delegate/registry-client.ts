import {
  type Abi,
  type Account,
  type Address,
  type Chain,
  createPublicClient,
  createWalletClient,
  type Hash,
  type Hex,
  http,
  type PublicClient,
  type WalletClient,
} from 'viem';
import { mainnet } from 'viem/chains';
import { type Client, createClient } from '../client/create-client.ts';
import type { Settings } from './settings.ts';

export const EMPTY_RIGHTS = `0x${'0'.repeat(64)}` as const;
export const ZERO_ADDRESS = `0x${'0'.repeat(40)}` as const;

/** The chain and its node, the account that signs, and the service if reads go to one. */
export class RegistryClient {
  publicClient: PublicClient;
  walletClient: WalletClient;
  account: Account | Address | undefined;
  /** The service that answers reads, for the functions of `@mandate/sdk`. `null` if the node answers. */
  readonly service: Client | null;
  protected readonly chain: Chain;

  constructor({ transport = http(), chain = mainnet, account, service }: Settings) {
    this.chain = chain;
    this.publicClient = createPublicClient({ chain, transport }) as PublicClient;
    this.walletClient = createWalletClient({ chain, transport, ...(account ? { account } : {}) });
    this.account = account;
    this.service = service && createClient(service);
  }

  /** Simulates a call and sends it. The account is read here, because pages set it when a wallet connects. */
  protected async send(call: {
    address: Address;
    abi: Abi;
    functionName: string;
    args: readonly unknown[];
  }): Promise<Hash> {
    const { account } = this;
    if (!account) throw new Error('No account provided. Pass one to the constructor to write.');
    const { request } = await this.publicClient.simulateContract({ ...call, account });
    return this.walletClient.writeContract(request);
  }
}

/** Only an absent right means every right: a `null` by mistake must not write a grant of everything. */
export function orFull(rights: Hex | undefined): Hex {
  return rights === undefined ? EMPTY_RIGHTS : rights;
}

/** Compares addresses, whose letters may be of either case. */
export function isSameAddress(a: Address | null, b: Address): boolean {
  return a?.toLowerCase() === b.toLowerCase();
}
