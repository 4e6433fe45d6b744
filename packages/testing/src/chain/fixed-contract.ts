/** Contracts that return exact bytes, whatever they are: no compiler would write what hostile ones return. */
import { concat, encodeAbiParameters, type Hex, numberToHex, size, toFunctionSelector } from 'viem';

/** `supports`: returns true for these interfaces, as `supportsInterface` does. */
export type Reply =
  | { readonly returns: Hex }
  | { readonly reverts: Hex }
  | { readonly supports: readonly Hex[] }
  | 'burns gas';

export const string = (text: string | Uint8Array): Reply => ({
  returns: encodeAbiParameters([{ type: 'bytes' }], [`0x${Buffer.from(text as string).toString('hex')}`]),
});
export const returnsWord = (value: bigint | number): Reply => ({ returns: numberToHex(value, { size: 32 }) });
/** Says that the contract is an ERC721. */
export const ERC721 = { 'supportsInterface(bytes4)': { supports: ['0x01ffc9a7', '0x80ac58cd'] } } as const;

const push2 = (value: number) => concat(['0x61', numberToHex(value, { size: 2 })]);
const push3 = (value: number) => concat(['0x62', numberToHex(value, { size: 3 })]);
const HEAD: Hex = '0x60003560e01c';
const REFUSE: Hex = '0x60006000fd';
const TEST_BYTES = 11;

const blobOf = (reply: Reply): Hex => {
  if (typeof reply === 'string' || 'supports' in reply) return '0x';
  return 'returns' in reply ? reply.returns : reply.reverts;
};

/** Writes the code of a reply that begins at a place, and has its bytes at another. */
function writeReply(reply: Reply, place: number, data: number): Hex {
  if (reply === 'burns gas') return concat(['0x5b', push2(place), '0x56']);
  if ('supports' in reply) {
    const tests = reply.supports.map((id) => concat(['0x8163', id, '0x1417']));
    return concat(['0x5b60043560e01c6000', ...tests, '0x60005260206000f3']);
  }
  const end = 'returns' in reply ? '0xf3' : '0xfd';
  return concat(['0x5b', push3(size(blobOf(reply))), '0x80', push3(data), '0x6000396000', end]);
}

/** Returns the code of a contract that answers each function in its way, and reverts for others. */
export function fixedContract(replies: Readonly<Record<string, Reply>>): Hex {
  const cases = Object.entries(replies);
  let place = size(HEAD) + cases.length * TEST_BYTES + size(REFUSE);
  let data = place + cases.reduce((sum, [, reply]) => sum + size(writeReply(reply, 0, 0)), 0);
  const [tests, bodies]: [Hex[], Hex[]] = [[], []];
  for (const [signature, reply] of cases) {
    tests.push(concat(['0x8063', toFunctionSelector(signature), '0x14', push2(place), '0x57']));
    const body = writeReply(reply, place, data);
    bodies.push(body);
    place += size(body);
    data += size(blobOf(reply));
  }
  return concat([HEAD, ...tests, REFUSE, ...bodies, ...cases.map(([, reply]) => blobOf(reply))]);
}
