import type { Address, Hex } from '../hex.ts';
import type { PickerQuestion } from '../picker/question.ts';
import type { TokenType } from '../registries.ts';

export const ATTRIBUTES = [
  'base-url',
  'api-key',
  'wallet',
  'contract',
  'token-id',
  'standard',
  'chain-id',
  'rights',
  'min',
];

interface ReadAttributes {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  /** `null` as long as there is no wallet. */
  readonly question: PickerQuestion | null;
}

/** Reads the attributes as they are: the client refuses what is wrong, and says so. */
export function readAttributes(element: Element): ReadAttributes {
  const read = (name: string) => element.getAttribute(name)?.trim() || undefined;
  const number = <T>(name: string, convert: (text: string) => T): T | undefined => {
    const text = read(name);
    if (text === undefined) return undefined;
    if (!/^\d+$/.test(text)) throw new TypeError(`The attribute ${name} must be a whole number.`);
    return convert(text);
  };
  const baseUrl = read('base-url');
  if (baseUrl === undefined)
    throw new TypeError('The attribute base-url is missing: the URL of the service.');
  const wallet = read('wallet') as Address | undefined;
  const question = wallet && {
    wallet,
    contract: read('contract') as Address | undefined,
    tokenId: number('token-id', BigInt),
    standard: read('standard') as TokenType | undefined,
    chainId: number('chain-id', Number),
    rights: read('rights') as Hex | undefined,
    min: number('min', BigInt),
  };
  return { baseUrl, apiKey: read('api-key'), question: question ?? null };
}
