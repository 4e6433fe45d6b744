/** Says what would turn a no into a yes. Only the cold wallet can do it, so the words come with the grant to sign. */
import type { Network } from '@mandate/sdk';
import type { GrantSearch } from '../../transactions/grant-search.ts';
import type { Question } from '../question/check-kinds.ts';
import { isPast } from '../question/moments.ts';

export interface YesAdvice {
  readonly sentences: readonly string[];
  /** The grant that would give it. `null` if no grant would. */
  readonly grant: GrantSearch | null;
}

export function describeYes(question: Question, network: Network | undefined): YesAdvice {
  const { check, chainId, to, from, moment } = question;
  if (to.toLowerCase() === from.toLowerCase())
    return {
      sentences: ['Both wallets are the same one. A wallet needs no delegation to act for itself.'],
      grant: null,
    };
  if (isPast(moment))
    return {
      sentences: ['The past does not change. A delegation that is given now counts from its own block on.'],
      grant: null,
    };
  const place = `in registry ${check.registry} on ${network?.name ?? `chain ${chainId}`}`;
  const sentences = [
    `It becomes a yes once the cold wallet delegates ${listScopes(question)}${writeRights(question)} to the hot wallet, ${place}.`,
    'A delegation of less, in the other registry or on another chain does not count for this question.',
  ];
  if (moment) sentences.push(WAITS[moment.when] ?? '');
  return { sentences, grant: grantOf(question) };
}

const WAITS: Readonly<Record<string, string>> = {
  strict: 'A new delegation counts once its block is safe, which takes some minutes on most chains.',
  safe: 'A new delegation counts once its block is safe, which takes some minutes on most chains.',
  final:
    'A new delegation counts once its block is final, which takes about a quarter of an hour on Ethereum.',
};

function listScopes({ check }: Question): string {
  const token =
    check.answer === 'boolean'
      ? 'this token'
      : check.hasTokenId
        ? 'an amount of this token'
        : 'an amount of this currency';
  const scopes = [
    'its whole wallet',
    ...(check.hasContract ? ['this contract'] : []),
    ...(check.kind !== 'all' && check.kind !== 'contract' ? [token] : []),
  ];
  return scopes.length === 1 ? `${scopes[0]}` : `${scopes.slice(0, -1).join(', ')} or ${scopes.at(-1)}`;
}

function writeRights({ check, rights, rightsText }: Question): string {
  if (!check.hasRights) return '';
  if (!rights) return ' with full rights';
  return ` with full rights or with the right ${rightsText ? `“${rightsText}”` : 'that was asked for'}`;
}

function grantOf({ check, chainId, to, from, contract, tokenId, rights, rightsText }: Question): GrantSearch {
  const right = rightsText ?? rights;
  return {
    chain: chainId,
    registry: check.registry,
    kind: check.kind,
    from,
    to,
    ...(contract && { contract }),
    ...(tokenId !== undefined && { token: tokenId.toString() }),
    ...(right && { rights: right }),
  };
}
