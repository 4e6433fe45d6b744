import { encodeAbiParameters, encodeEventTopics, type Hex, parseAbi } from 'viem';
import { describe, expect, test } from 'vitest';
import { V1_SIGNATURES, V2_SIGNATURES } from './abi.ts';
import { parseAddress } from './address.ts';
import { UNLIMITED } from './check.ts';
import { decode, UnknownEventError } from './decode.ts';
import { rightsFromText } from './rights.ts';

const from = parseAddress('0x00000000000000000000000000000000000c01d0');
const to = parseAddress('0x0000000000000000000000000000000000000407');
const contract = parseAddress('0xc011ec7100000000000000000000000000000001');
const rights = rightsFromText('claim');
const tokenId = 2n ** 200n;
const v1 = { registry: 'v1', from, to } as const;
const v2 = { registry: 'v2', from, to, rights } as const;

/** The log a registry writes: indexed arguments are topics, the others data. */
function log(registry: 'v1' | 'v2', eventName: string, args: Record<string, unknown>) {
  const abi = registry === 'v1' ? parseAbi(V1_SIGNATURES) : parseAbi(V2_SIGNATURES);
  const event = abi.find((item) => item.type === 'event' && item.name === eventName);
  if (event?.type !== 'event') throw new Error(`no event ${eventName}`);
  const inputs = event.inputs.filter((input) => !('indexed' in input && input.indexed));
  return {
    topics: encodeEventTopics({ abi: [event], args } as never) as Hex[],
    data: encodeAbiParameters(inputs, inputs.map(({ name }) => args[name]) as never),
  };
}

describe('v1', () => {
  const args = { vault: from, delegate: to, contract_: contract, tokenId };
  test.each([
    ['DelegateForAll', { ...v1, kind: 'all' }],
    ['DelegateForContract', { ...v1, kind: 'contract', contract }],
    ['DelegateForToken', { ...v1, kind: 'token', contract, tokenId }],
  ])('%s', (name, delegation) => {
    expect(decode('v1', log('v1', name, { ...args, value: true }))).toEqual({ type: 'grant', delegation });
    expect(decode('v1', log('v1', name, { ...args, value: false }))).toEqual({
      type: 'revoke',
      grant: delegation,
    });
  });

  test('RevokeAllDelegates', () => {
    expect(decode('v1', log('v1', 'RevokeAllDelegates', args))).toEqual({ type: 'revokeAll', from });
  });

  test('RevokeDelegate names the delegate only when the delegate called', () => {
    expect(decode('v1', log('v1', 'RevokeDelegate', args))).toEqual({ type: 'revokePair', from, to });
    expect(decode('v1', log('v1', 'RevokeDelegate', { ...args, delegate: from }))).toEqual({
      type: 'revokeUnidentified',
      from,
    });
  });
});

describe('v2', () => {
  const args = { from, to, contract_: contract, tokenId, rights };
  test.each([
    ['DelegateAll', { ...v2, kind: 'all' }],
    ['DelegateContract', { ...v2, kind: 'contract', contract }],
    ['DelegateERC721', { ...v2, kind: 'erc721', contract, tokenId }],
  ])('%s', (name, delegation) => {
    expect(decode('v2', log('v2', name, { ...args, enable: true }))).toEqual({ type: 'grant', delegation });
    expect(decode('v2', log('v2', name, { ...args, enable: false }))).toEqual({
      type: 'revoke',
      grant: delegation,
    });
  });

  test.each([
    ['DelegateERC20', { ...v2, kind: 'erc20', contract }],
    ['DelegateERC1155', { ...v2, kind: 'erc1155', contract, tokenId }],
  ])('%s', (name, grant) => {
    for (const amount of [1n, UNLIMITED]) {
      const delegation = { ...grant, amount };
      expect(decode('v2', log('v2', name, { ...args, amount }))).toEqual({ type: 'grant', delegation });
    }
    expect(decode('v2', log('v2', name, { ...args, amount: 0n }))).toEqual({ type: 'revoke', grant });
  });
});

describe('what is no event of the registry is refused', () => {
  const all = log('v2', 'DelegateAll', { from, to, rights, enable: true });
  test.each([
    ["another registry's event", 'v1', all],
    ['an unknown topic', 'v2', { ...all, topics: [`0x${'ab'.repeat(32)}`, ...all.topics.slice(1)] }],
    ['no topic', 'v2', { ...all, topics: [] }],
    ['a topic too few', 'v2', { ...all, topics: all.topics.slice(0, 2) }],
    ['data cut short', 'v2', { ...all, data: all.data.slice(0, -2) as Hex }],
    ['no data', 'v2', { ...all, data: '0x' }],
    ['data too long', 'v2', { ...all, data: `${all.data}00` }],
    ['a boolean of 2', 'v2', { ...all, data: `${all.data.slice(0, -1)}2` }],
    ['an address of 32 bytes', 'v2', { ...all, topics: [...all.topics.slice(0, 2), `0x${'ab'.repeat(32)}`] }],
    ['text for hex', 'v2', { ...all, data: all.data.replace(/./g, 'z') as Hex }],
  ] as const)('%s', (_, registry, { topics, data }) => {
    const bad = { topics, data: data as Hex };
    expect(() => decode(registry, bad)).toThrow(UnknownEventError);
  });
});
