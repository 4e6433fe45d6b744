/** The options that `mandate eligibility` and `mandate tokens` share, and the question in words. */
import type { Address, Block, TokenType } from '@mandate/sdk';
import {
  describeRightsIdentifier,
  type OptionName,
  readRegistries,
  readRights,
  readRightsIdentifier,
  readWhole,
  type Values,
} from './options.ts';
import { createPaint, type Terminal } from './output/terminal.ts';
import { describeBlock, writeRights } from './output/words.ts';
import { readWhen, WHEN_OPTIONS } from './when-options.ts';

export const CLAIM_OPTIONS: readonly OptionName[] = [
  ...(['wallet', 'contract', 'token', 'standard', 'from', 'rights'] as const),
  ...(['registry', 'exclusive', 'chain', ...WHEN_OPTIONS] as const),
];

/** The descriptions of options that mean the same in both. */
export const OWN_OPTIONS = {
  from: { name: 'vault', about: 'count the tokens of this vault only, and not those of the wallet' },
  chain: { about: 'chain id (default: 1)' },
  registry: { about: 'v1, v2 or all (default: all)' },
  strict: { about: 'count what was in force, and held, at the safe block and still is' },
} as const;

/** The functions of the SDK validate what is passed on as it is. */
export function readClaim(values: Values) {
  const { wallet, contract, from, rights, chain, exclusive } = values;
  return {
    wallet: wallet as Address,
    contract: contract as Address,
    vault: from as Address | undefined,
    rights: rights === undefined ? undefined : (exclusive ? readRightsIdentifier : readRights)(rights),
    registries: readRegistries(values),
    exclusive,
    chainId: chain === undefined ? undefined : readWhole('chain', chain),
    ...readWhen(values),
  };
}

interface Answered {
  readonly standard: TokenType | null;
  readonly block: Block;
  readonly safeBlock: number | null;
}

/** Repeats the question, so that nobody takes the answer to another one for theirs. */
export function describeClaim(
  { standard, block, safeBlock }: Answered,
  { wallet, contract, token, from, rights, exclusive }: Values,
  terminal: Terminal,
): string {
  const paint = createPaint(terminal);
  const describeAsked = exclusive
    ? describeRightsIdentifier
    : (text: string) => writeRights(readRights(text));
  const lines = [
    ['wallet', wallet],
    ['vault', from],
    ['contract', `${contract}${standard === null ? '' : `, ${standard}`}`],
    ['token', token],
    ['rights', rights === undefined ? undefined : describeAsked(rights)],
    ['counts', exclusive ? 'exclusive delegates only' : undefined],
    ['at', describeBlock(block, terminal.now())],
    ['', block.hash === null ? undefined : paint('dim', block.hash)],
    ['safe at', safeBlock === null ? undefined : `block ${safeBlock}`],
  ];
  return lines
    .flatMap(([label = '', text]) =>
      text === undefined ? [] : [`  ${paint('dim', label.padEnd(8))}  ${text}`],
    )
    .join('\n');
}
