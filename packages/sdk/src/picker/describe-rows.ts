/** The sentences about rows. They state what the service has answered, and never more. */
import { kindOf } from '../registries.ts';
import { isUnlimited, KIND_WORDS, writeAmount, writeRights } from '../words/grant-words.ts';
import { isUsable, writeSymbol, writeUnits } from '../words/write-units.ts';
import type { Facts, PickerGrant } from './facts.ts';
import { nameOfChain } from './name-of-chain.ts';
import { chainOf, keyOf, type PickerQuestion } from './question.ts';
import type { PickerRow } from './rows.ts';

/** Says what was delegated, e.g. "Whole contract, full rights, on Ethereum v2". */
export function describeGrants([first, ...others]: readonly PickerGrant[], facts: Facts): string | null {
  if (!first) return null;
  const { chainId, registry, tokenId, amount, rights } = first;
  const token = tokenId === null ? '' : ` #${tokenId}`;
  const most = amount === null || isUnlimited(amount) ? '' : `, up to ${writeAmount(amount)}`;
  const [long, short] = writeRights(rights);
  const right = short === 'full rights' ? short : long.replace('Only', 'only');
  const scope = `${KIND_WORDS[kindOf(first)].name}${token}${most}`;
  const rest = others.length > 0 ? `, and ${others.length} more` : '';
  return `${scope}, ${right}, on ${nameOfChain(facts, chainId)} ${registry}${rest}`;
}

/** Writes every digit. A currency is written in its units if the contract states its decimals. */
function writeHolding(amount: bigint, { contract }: PickerQuestion, { holdings, names }: Facts): string {
  if (holdings?.standard !== 'ERC20') return `${writeAmount(amount)} ${amount === 1n ? 'token' : 'tokens'}`;
  const words = contract === undefined ? null : names.get(keyOf(contract))?.contract;
  return isUsable(words?.decimals)
    ? `${writeUnits(amount, words.decimals)} ${writeSymbol(words.symbol)}`
    : `${writeAmount(amount)} ${amount === 1n ? 'base unit' : 'base units'}`;
}

/** Says whether the row may be chosen, and why not. `null` for a yes that needs no reason. */
export function describeVerdict(row: PickerRow, question: PickerQuestion, facts: Facts): string | null {
  const { reason, balance, grants } = row;
  const { min = 1n } = question;
  const write = (amount: bigint) => writeHolding(amount, question, facts);
  switch (reason) {
    case 'delegated':
      if (balance === null) return chainOf(question) === null ? null : 'What it holds is not known';
      return `Holds ${write(balance)}`;
    case 'holds-too-little': {
      if (!balance) return 'No: it holds none of the tokens';
      const needed = write(min);
      return `No: it holds ${write(balance)}, and ${needed} are needed`;
    }
    case 'gone':
      return 'No: it no longer delegates to this wallet';
    case 'chain-unknown': {
      const chainId = grants[0]?.chainId ?? chainOf(question);
      return chainId === null || facts.isStale || !facts.found
        ? 'Not known right now'
        : `Not known: ${nameOfChain(facts, chainId)} could not answer`;
    }
    case 'vault-in-doubt':
      return 'Not known: the service is repairing its records of this vault';
    case 'changed':
      return 'Not known: its delegations have just changed';
    case 'holding-unknown':
      return 'Not known: what it holds could not be read';
    default:
      return 'Not known: select it to read what it holds';
  }
}

/** Says what is missing. */
export function listNotes(facts: Facts, question: PickerQuestion): readonly string[] {
  const { found, holdings, doubts, failure } = facts;
  const chains = [
    ...(found?.unknown.map(({ chainId }) => chainId) ?? []),
    ...doubts.flatMap(({ chainId, vault }) => (vault === null ? chainId : [])),
  ];
  return [
    ...(failure === null ? [] : [`The service could not answer everything: ${failure}`]),
    ...[...new Set(chains)].map(
      (chainId) => `${nameOfChain(facts, chainId)} could not answer. Vaults on this chain may be missing.`,
    ),
    ...(found?.last ? ['There are more vaults. Only the first ones are listed.'] : []),
    ...(chainOf(question) !== null && holdings?.unknown.some(({ reason }) => reason === 'too_many_vaults')
      ? ['There are more vaults than can be read at once. Select one to read what it holds.']
      : []),
  ];
}
