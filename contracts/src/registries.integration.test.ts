/** Tests the known behaviour of the registries on the code that local chains run. */
import {
  createDelegation,
  type Delegation,
  FULL_RIGHTS,
  identify,
  parseAddress,
  readV2Words,
  rightsFromText,
  settleRevocation,
  UNLIMITED,
  type V1Grant,
  type V2Grant,
  type V2Words,
  v1GrantSlot,
  v1VersionSlots,
  v2Hash,
  v2Slots,
} from '@mandate/core';
import { CHECK_CASES } from '@mandate/core/check-cases';
import { encodeFunctionData, type Hex } from 'viem';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { v1Abi, v2Abi } from './abis.ts';
import { viewOfIncoming, viewOfOutgoing, viewOfQuestion } from './contract-views.ts';
import { type LocalChain, startLocalChain } from './local-chain.ts';
import { encodeGrant, encodeRevoke } from './writes.ts';

const vault = parseAddress('0x00000000000000000000000000000000000c01d0');
const hot = parseAddress('0x0000000000000000000000000000000000000407');
const other = parseAddress('0x0000000000000000000000000000000000007e57');
const contract = parseAddress('0xc011ec7100000000000000000000000000000001');
const claim = rightsFromText('claim');

let chain: LocalChain;
let v1: typeof vault;
let v2: typeof vault;
beforeEach(async () => {
  chain = await startLocalChain();
  v2 = chain.registries.v2;
  v1 = chain.registries.v1 ?? v2;
});
afterEach(() => chain.stop());

async function act(from: typeof vault, to: typeof vault, ...calls: Hex[]) {
  for (const data of calls) await chain.send({ from, to, data });
  await chain.mine();
}
const head = async () => (await chain.client.getBlock()).hash;

async function view<T>(
  to: typeof vault,
  { calls, read }: { calls: readonly Hex[]; read(results: readonly Hex[]): T },
) {
  return read(
    await chain.ask(
      calls.map((data) => ({ to, data })),
      await head(),
    ),
  );
}

describe('v1', () => {
  const grant = (kind: 'all' | 'contract' | 'token', to = hot, from = vault) =>
    createDelegation({ registry: 'v1', kind, from, to, contract, tokenId: 7n }) as V1Grant;
  const call = {
    revokeAll: () => encodeFunctionData({ abi: v1Abi, functionName: 'revokeAllDelegates' }),
    revokeDelegate: (to: typeof hot) =>
      encodeFunctionData({ abi: v1Abi, functionName: 'revokeDelegate', args: [to] }),
    revokeSelf: (from: typeof vault) =>
      encodeFunctionData({ abi: v1Abi, functionName: 'revokeSelf', args: [from] }),
  };
  const grants = [grant('all'), grant('contract'), grant('token'), grant('all', other), grant('all', vault)];
  const standing = async () => (await view(v1, viewOfOutgoing('v1', vault))).map(identify).toSorted();
  const ids = (list: readonly Delegation[]) => list.map(identify).toSorted();
  const revocations = async () => {
    const logs = await chain.client.getContractEvents({
      address: v1,
      abi: v1Abi,
      eventName: 'RevokeDelegate',
    });
    return logs.map(({ args }) => [args.vault?.toLowerCase(), args.delegate?.toLowerCase()]);
  };

  test('a revocation by the vault logs the vault twice, and not the delegate', async () => {
    await act(vault, v1, ...grants.map(encodeGrant), call.revokeDelegate(hot));
    expect(await revocations()).toEqual([[vault, vault]]);
    expect(await standing()).toEqual(ids([grant('all', other), grant('all', vault)]));
  });

  test('a revocation by the delegate logs the delegate', async () => {
    await act(vault, v1, ...grants.map(encodeGrant));
    await act(hot, v1, call.revokeSelf(vault));
    expect(await revocations()).toEqual([[vault, hot]]);
    expect(await standing()).toEqual(ids([grant('all', other), grant('all', vault)]));
  });

  test('a vault that revokes itself logs the same as one that revokes another', async () => {
    await act(vault, v1, ...grants.map(encodeGrant), call.revokeSelf(vault));
    expect(await revocations()).toEqual([[vault, vault]]);
    expect(await standing()).toEqual(ids(grants.slice(0, 4)));
  });

  test('revoking all ends all, and each may be granted again', async () => {
    await act(vault, v1, ...grants.map(encodeGrant), call.revokeAll());
    expect(await standing()).toEqual([]);
    await act(vault, v1, encodeGrant(grant('token')));
    expect(await standing()).toEqual(ids([grant('token')]));
  });

  test('a revoked grant stays revoked when something else is granted', async () => {
    await act(vault, v1, encodeGrant(grant('contract')), call.revokeDelegate(hot), encodeGrant(grant('all')));
    expect(await standing()).toEqual(ids([grant('all')]));
    // The view answers by scope and can't show the difference; the storage does.
    expect(await view(v1, viewOfQuestion(grant('contract')))).toBe(true);
    const dead = await settleRevocation(
      [grant('contract'), grant('all')],
      chain.readSlotsAt(v1, await head()),
    );
    expect(dead).toEqual([{ type: 'revoke', grant: grant('contract') }]);
  });

  test('lists by delegate, by scope and by vault agree', async () => {
    await act(vault, v1, ...grants.map(encodeGrant), encodeRevoke(grant('all', other)));
    await act(other, v1, encodeGrant(grant('contract', hot, other)));
    const toHot = await view(v1, viewOfIncoming('v1', hot));
    expect(ids(toHot)).toEqual(ids([...grants.slice(0, 3), grant('contract', hot, other)]));
    const delegates = { address: v1, abi: v1Abi } as const;
    const { client } = chain;
    expect(
      await client.readContract({ ...delegates, functionName: 'getDelegatesForAll', args: [vault] }),
    ).toHaveLength(2);
    for (const [tokenId, count] of [
      [7n, 1],
      [8n, 0],
    ] as const) {
      const args = [vault, contract, tokenId] as const;
      expect(
        await client.readContract({ ...delegates, functionName: 'getDelegatesForToken', args }),
      ).toHaveLength(count);
    }
    const args = [vault, contract] as const;
    expect(
      await client.readContract({ ...delegates, functionName: 'getDelegatesForContract', args }),
    ).toHaveLength(1);
  });

  test('versions and grants are stored where core looks for them', async () => {
    const read = async (...slots: Hex[]) => chain.readSlotsAt(v1, await head())(slots);
    await act(
      vault,
      v1,
      call.revokeAll(),
      call.revokeAll(),
      call.revokeDelegate(hot),
      ...grants.map(encodeGrant),
    );
    const slots = v1VersionSlots(grant('all'));
    expect(await read(slots.vault, slots.pair)).toEqual([2n, 1n]);
    const versions = { vault: 2n, pair: 1n };
    const ofHot = grants.slice(0, 3).map((g) => v1GrantSlot(g, versions));
    expect(await read(...ofHot)).toEqual([1n, 2n, 3n]);
    expect(await read(v1GrantSlot(grant('all', other), { vault: 2n, pair: 0n }))).toEqual([4n]);
    expect(await read(v1GrantSlot(grant('all'), { vault: 2n, pair: 0n }))).toEqual([0n]);
    await act(vault, v1, encodeRevoke(grant('all')));
    expect(await read(...ofHot)).toEqual([0n, 2n, 3n]);
  });
});

describe('v2', () => {
  const fields = { registry: 'v2', from: vault, to: hot, contract, tokenId: 2n ** 200n, amount: 5n } as const;
  const kinds = ['all', 'contract', 'erc721', 'erc20', 'erc1155'] as const;
  const delegations = kinds.flatMap((kind) =>
    [FULL_RIGHTS, claim].map((rights) => createDelegation({ ...fields, kind, rights })),
  );
  const words = async (hash: Hex) => {
    const args = [v2Slots(hash)] as const;
    return (await chain.client.readContract({
      address: v2,
      abi: v2Abi,
      functionName: 'readSlots',
      args,
    })) as unknown as V2Words;
  };

  test.each(delegations)(
    '$kind with rights $rights is stored where core looks for it',
    async (delegation) => {
      if (delegation.registry !== 'v2') throw new Error('not a v2 delegation');
      const data = encodeGrant(delegation);
      const { data: hash } = await chain.client.call({ account: vault, to: v2, data });
      expect(hash).toBe(v2Hash(delegation));
      expect(readV2Words(delegation.kind, await words(v2Hash(delegation)))).toBeNull();
      await act(vault, v2, data);
      expect(readV2Words(delegation.kind, await words(v2Hash(delegation)))).toEqual(delegation);
      await act(vault, v2, encodeRevoke(delegation as V2Grant));
      const [first] = await words(v2Hash(delegation));
      expect(BigInt.asUintN(160, BigInt(first))).toBe(1n);
      expect(readV2Words(delegation.kind, await words(v2Hash(delegation)))).toBeNull();
    },
  );

  test('every call logs, also one that changes nothing', async () => {
    const [all] = delegations;
    if (!all) throw new Error('no delegation');
    await act(
      vault,
      v2,
      encodeRevoke(all),
      encodeGrant(all),
      encodeGrant(all),
      encodeRevoke(all),
      encodeRevoke(all),
    );
    const logs = await chain.client.getContractEvents({ address: v2, abi: v2Abi, eventName: 'DelegateAll' });
    expect(logs.map(({ args }) => args.enable)).toEqual([false, true, true, false, false]);
  });

  test('lists standing delegations once, however often they were granted and revoked', async () => {
    await act(vault, v2, ...delegations.map(encodeGrant));
    await act(vault, v2, ...delegations.map((d) => encodeRevoke(d as V2Grant)));
    expect(await view(v2, viewOfOutgoing('v2', vault))).toEqual([]);
    await act(vault, v2, ...delegations.toReversed().map(encodeGrant));
    expect(await view(v2, viewOfOutgoing('v2', vault))).toEqual(delegations);
    expect(await view(v2, viewOfIncoming('v2', hot))).toEqual(delegations);
    expect(await view(v2, viewOfIncoming('v2', vault))).toEqual([]);
  });

  test('an amount replaces the one before it, and 0 revokes', async () => {
    const erc20 = { ...fields, kind: 'erc20', rights: FULL_RIGHTS } as const;
    const check = viewOfQuestion({
      registry: 'v2',
      kind: 'erc20',
      from: vault,
      to: hot,
      contract,
      rights: FULL_RIGHTS,
    });
    for (const amount of [5n, UNLIMITED, 1n, 0n, 2n]) {
      await act(vault, v2, encodeGrant(createDelegation({ ...erc20, amount })));
      expect(await view(v2, check)).toBe(amount);
    }
  });

  test('unknown hashes give empty delegations of type NONE', async () => {
    const [all] = delegations;
    if (all?.registry !== 'v2') throw new Error('no delegation');
    await act(vault, v2, encodeGrant(all));
    const args = [[v2Hash(all), `0x${'12'.repeat(32)}`]] as const;
    const found = await chain.client.readContract({
      address: v2,
      abi: v2Abi,
      functionName: 'getDelegationsFromHashes',
      args,
    });
    expect(found.map(({ type_ }) => type_)).toEqual([1, 0]);
  });

  test('a multicall does all or nothing', async () => {
    const [all] = delegations;
    if (!all) throw new Error('no delegation');
    const multicall = (...calls: Hex[]) =>
      encodeFunctionData({ abi: v2Abi, functionName: 'multicall', args: [calls] });
    await chain.send({ from: vault, to: v2, data: multicall(encodeGrant(all), '0xdeadbeef') });
    await expect(chain.mine()).rejects.toThrow('failed');
    expect(await view(v2, viewOfOutgoing('v2', vault))).toEqual([]);
    await act(vault, v2, multicall(encodeGrant(all)));
    expect(await view(v2, viewOfOutgoing('v2', vault))).toEqual([all]);
  });
});

test('every check case is answered by the contract as the table says', async () => {
  const { client } = chain;
  for (const { name, given, question, answer } of CHECK_CASES) {
    const before = await client.snapshot();
    for (const delegation of given) {
      const to = delegation.registry === 'v1' ? v1 : v2;
      await chain.send({ from: delegation.from, to, data: encodeGrant(delegation) });
    }
    await chain.mine();
    expect(await view(question.registry === 'v1' ? v1 : v2, viewOfQuestion(question)), name).toBe(answer);
    await client.revert({ id: before });
  }
});
