/** Asks both registries, the older one second. */
import { DelegateV1, DelegateV2 } from '@delegatexyz/sdk';
import { type Address, http, type Transport } from 'viem';
import { mainnet } from 'viem/chains';

export class Delegations {
  private readonly v1: InstanceType<typeof DelegateV1>;
  private readonly v2: InstanceType<typeof DelegateV2>;

  constructor(transport: Transport = http()) {
    this.v1 = new DelegateV1(transport, mainnet);
    this.v2 = new DelegateV2({ userTransport: transport, chain: mainnet });
  }

  async canActFor(wallet: Address, vault: Address, contract: Address): Promise<boolean> {
    const inV2 = await this.v2.checkDelegateForContract(wallet, vault, contract);
    return inV2 || (await this.v1.checkDelegateForContract(wallet, vault, contract));
  }
}
