/** A vault with so many grants that the resolver contract runs out of gas: the service answers all the same. */
import { encodeGrant, installResolver, startLocalChain, v2Abi } from '@mandate/contracts';
import { createDelegation, parseAddress, parseRightsIdentifier, rightsWithExpiry } from '@mandate/core';
import { startService } from '@mandate/testing/service/service';
import { size } from '@mandate/testing/size';
import { encodeFunctionData, getAddress, parseAbi } from 'viem';
import { expect, test } from 'vitest';

const GRANTS = size(4_000, 20_000);
const GRANTS_A_TRANSACTION = 100;
/** The gas that nodes give to a call, and an amount that is enough. */
const USUAL_GAS = 50_000_000n;
const ENOUGH_GAS = 2n ** 40n;
const VAULT = parseAddress('0x00000000000000000000000000000000000c01d0');
const IDENTIFIER = parseRightsIdentifier(`0x${'12'.repeat(24)}`);
const delegate = (n: number) => parseAddress(`0x${(0xd00000 + n).toString(16).padStart(40, '0')}`);
const abi = parseAbi([
  'function exclusiveWalletByRights(address vault, bytes24 rights) view returns (address)',
]);

test('the contract runs out of gas, and we answer what it would say', { timeout: 600_000 }, async () => {
  const chain = await startLocalChain();
  const address = await installResolver(chain);
  const expiresAt = Math.floor(Date.now() / 1_000) + 3_600;
  const encode = (n: number) =>
    encodeGrant(
      createDelegation({
        registry: 'v2',
        kind: 'all',
        from: VAULT,
        to: delegate(n),
        // Every delegate but the last two has other rights, which the contract reads all the same.
        rights: rightsWithExpiry(n < GRANTS - 2 ? `0x${'34'.repeat(24)}` : IDENTIFIER, expiresAt),
      }),
    );
  for (let first = 0; first < GRANTS; first += GRANTS_A_TRANSACTION) {
    const calls = Array.from({ length: GRANTS_A_TRANSACTION }, (_, i) => encode(first + i));
    const data = encodeFunctionData({ abi: v2Abi, functionName: 'multicall', args: [calls] });
    await chain.send({ from: VAULT, to: chain.registries.v2, data });
    await chain.mine();
  }
  const service = await startService({ chains: [chain] });
  try {
    await service.catchUp(chain);
    const asked = {
      abi,
      address,
      functionName: 'exclusiveWalletByRights',
      args: [VAULT, IDENTIFIER],
    } as const;
    const data = encodeFunctionData(asked);
    await expect(chain.client.call({ to: address, data, gas: USUAL_GAS })).rejects.toThrow();
    const called = await chain.client.call({ to: address, data, gas: ENOUGH_GAS });
    const theirs = getAddress(`0x${called.data?.slice(26)}`);
    const query = `vault=${VAULT}&rights=${IDENTIFIER}&chainId=${chain.chainId}`;
    const answer = await (await service.get(`/exclusive/wallet?${query}`)).json();
    expect(answer).toMatchObject({ wallet: theirs, grant: { expiresAt } });
    expect(theirs.toLowerCase()).toBe(delegate(GRANTS - 1));
  } finally {
    await service.close();
    await chain.stop();
  }
});
