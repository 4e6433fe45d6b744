/** The code that functions about eligibility and tokens share. */
import type { Eligibility } from '../answers.ts';
import type { Block } from '../block.ts';
import { isOf } from '../check/ask.ts';
import * as forms from '../client/forms.ts';
import type { GetEligibilityParameters, When } from '../client/parameters.ts';
import { bytes32, object, oneOf, orNull, type Read, whole } from '../client/read-json.ts';
import { writeBody } from '../client/write-body.ts';
import { type EligibilityVerdict, type Holder, readEligibilityVerdict } from '../generated/eligibility.ts';
import { type Address, isSame } from '../hex.ts';
import type { TokenType } from '../registries.ts';

/** The parameters that both functions take beside the wallets. */
export const formsOf = (exclusive: boolean | undefined): forms.Forms => ({
  tokenId: forms.tokenId,
  min: forms.min,
  standard: forms.standard,
  ...claimFormsOf(exclusive),
});

/** The parameters that decide which delegations count. */
export function claimFormsOf(exclusive: boolean | undefined): forms.Forms {
  return {
    chainId: forms.chainId,
    rights: exclusive ? forms.rightsIdentifier : forms.rights,
    registries: forms.registries,
    exclusive: forms.flag,
    ...forms.WHEN,
  };
}

type At = Pick<Eligibility, 'block' | 'safeBlock'>;

/** Reads the block that is inside an answer. Requires that it is the one requested. */
export function blockOf(chainId: number, when: When): Read<At> {
  const isStrict = when.consistency === 'strict';
  const read = object<Block & { safeNumber: number | null }>({
    chainId: whole,
    number: whole,
    hash: orNull(bytes32),
    timestamp: orNull(whole),
    safeNumber: isStrict ? whole : () => null,
  });
  return (value) => {
    const { safeNumber, ...block } = read(value);
    if (block.chainId !== chainId || !isOf(block, when)) {
      throw new TypeError(`block ${block.number} of chain ${block.chainId} was not asked for`);
    }
    return { block, safeBlock: safeNumber };
  };
}

type EligibilityQuestion = Omit<GetEligibilityParameters, 'wallet'>;

/** Requires that an answer follows from its own parts: a verdict that contradicts them could be about anything. */
export function verdictOf(wallet: Address, asked: EligibilityQuestion): Read<EligibilityVerdict> {
  const { min = 1n } = asked;
  return (value) => {
    const verdict = readEligibilityVerdict(value);
    const { eligible, balance, complete, holders, unknown } = verdict;
    if (eligible !== (balance >= min || (complete ? false : null))) {
      throw new TypeError(`eligible is ${eligible}, with a balance of ${balance}`);
    }
    if (complete !== (unknown.length === 0)) throw new TypeError(`${unknown.length} parts are unknown`);
    const named = new Set(holders.map((holder) => holder.address.toLowerCase()));
    const total = holders.reduce((all, holder) => all + holder.balance, 0n);
    if (named.size < holders.length || total !== balance) {
      throw new TypeError('the balance is not the sum over the holders, each one once');
    }
    const other = holders.find((holder) => !isOfWallet(holder, wallet, asked));
    if (other) throw new TypeError(`${other.address} is a holder that was not asked for`);
    return verdict;
  };
}

/** A holder is the wallet itself, or a vault that delegates to it what was asked about. */
export function isOfWallet(
  { address, grants }: Pick<Holder, 'address' | 'grants'>,
  wallet: Address,
  { contract, vault }: Pick<EligibilityQuestion, 'contract' | 'vault'>,
): boolean {
  if (vault !== undefined && !isSame(address, vault)) return false;
  const isItself = isSame(address, wallet);
  return (
    (isItself || grants.length > 0) &&
    grants.every(
      (grant) =>
        isSame(grant.to, wallet) &&
        isSame(grant.from, address) &&
        (grant.contract === null || isSame(grant.contract, contract)),
    )
  );
}

/** Reads the fields that all answers of one block have in common. */
export function commonOf<Type extends TokenType>(
  chainId: number,
  when: When,
  standards: readonly Type[],
): Read<{ standard: Type | null } & At> {
  const read = object<{ standard: Type | null; block: At }>({
    standard: orNull(oneOf(standards)),
    block: blockOf(chainId, when),
  });
  return (value) => {
    const { standard, block } = read(value);
    return { standard, ...block };
  };
}

/** Writes the body of a question. As in a query, flags and lists are text. */
export const writeClaim = (given: Pick<GetEligibilityParameters, 'exclusive' | 'registries'>): string =>
  writeBody({
    ...given,
    exclusive: given.exclusive === undefined ? undefined : String(given.exclusive),
    registries: given.registries?.join(),
  });
