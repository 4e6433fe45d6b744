/** Questions about exclusive delegates, as the contract and as the service are asked. */
import { type ContractView, integer, pick, type Random } from '@mandate/contracts';
import type { Address, ExclusiveToken, RightsIdentifier } from '@mandate/core';
import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem';
import type { ComparedQuestion } from '../extensions/compared-question.ts';
import type { RestingChain } from '../extensions/resting-chain.ts';
import { nameAddress } from '../names.ts';
import type { Service } from '../service.ts';
import { MARKERS, WALLETS } from '../world.ts';
import { IDENTIFIERS } from './claims-history.ts';
import type { ClaimsContext } from './claims-mode.ts';
import { ART, IDS } from './tokens.ts';

const abi = parseAbi([
  'function exclusiveWalletByRights(address vault, bytes24 rights) view returns (address)',
  'function exclusiveOwnerByRights(address contract_, uint256 tokenId, bytes24 rights) view returns (address)',
  'function delegatedWalletsByRights(address wallet, bytes24 rights) view returns (address[])',
]);
const [NOBODY = WALLETS[0]] = MARKERS;
const VAULTS = '/exclusive/vaults';

type Subject =
  | { readonly type: 'wallet'; readonly vault: Address }
  | { readonly type: 'owner'; readonly token: ExclusiveToken }
  | { readonly type: 'vaults'; readonly wallet: Address; readonly limit: number };
export type ExclusiveQuestion = Subject & { readonly identifier: RightsIdentifier };

export function chooseExclusive(random: Random): ExclusiveQuestion {
  const identifier = pick(random, [IDENTIFIERS[0], ...IDENTIFIERS]);
  const dice = integer(random, 1, 10);
  const wallet = pick(random, [...WALLETS, NOBODY]);
  if (dice <= 4) return { type: 'wallet', vault: wallet, identifier };
  if (dice <= 8) {
    return { type: 'owner', token: { contract: ART.address, tokenId: pick(random, IDS) }, identifier };
  }
  return { type: 'vaults', wallet, limit: pick(random, [1, 2, 100]), identifier };
}

export function askExclusive(
  { resting, resolver }: ClaimsContext,
  question: ExclusiveQuestion,
): ComparedQuestion {
  const { subject, query, view } = formOf(question);
  return {
    name: `exclusive ${question.type} of ${subject} for ${question.identifier}`,
    vault: null,
    path: `/exclusive/${question.type}`,
    query: { ...query, rights: question.identifier },
    registry: 'v2',
    contract: resolver,
    view,
    read: (body) => readAnswer(JSON.parse(body) as AnswerJson | PageJson, resting),
    answerFrom: () => 'no strict answer',
  };
}

interface Form {
  readonly subject: string;
  /** The parameters of the service. */
  readonly query: Readonly<Record<string, string>>;
  /** The view of the resolver, whose answer is in lower case. */
  readonly view: ContractView<string>;
}

export function formOf(question: ExclusiveQuestion): Form {
  const { identifier } = question;
  if (question.type === 'vaults') {
    const { wallet, limit } = question;
    const functionName = 'delegatedWalletsByRights';
    const calls = [encodeFunctionData({ abi, functionName, args: [wallet, identifier] })];
    // It may list a vault twice, in the order of the registry.
    const read = ([data = '0x']: readonly Hex[]) =>
      [...new Set(decodeFunctionResult({ abi, functionName, data }).map((vault) => vault.toLowerCase()))]
        .toSorted()
        .join(' ');
    return { subject: nameAddress(wallet), query: { wallet, limit: String(limit) }, view: { calls, read } };
  }
  const read = ([word = '0x']: readonly Hex[]) => `0x${word.slice(-40)}`;
  if (question.type === 'wallet') {
    const { vault } = question;
    const args = [vault, identifier] as const;
    const calls = [encodeFunctionData({ abi, functionName: 'exclusiveWalletByRights', args })];
    return { subject: nameAddress(vault), query: { vault }, view: { calls, read } };
  }
  const { contract, tokenId } = question.token;
  const args = [contract, tokenId, identifier] as const;
  const calls = [encodeFunctionData({ abi, functionName: 'exclusiveOwnerByRights', args })];
  const query = { contract, tokenId: String(tokenId) };
  return { subject: `token ${tokenId} of ${contract}`, query, view: { calls, read } };
}

interface GrantJson {
  readonly to: string;
  readonly expiresAt: number;
}
interface AnyJson {
  readonly block: { readonly number: number; readonly hash: string; readonly timestamp: number };
  readonly unknown: readonly unknown[];
}
interface AnswerJson extends AnyJson {
  readonly wallet: string | null;
  readonly grant: GrantJson | null;
}
interface PageJson extends AnyJson {
  readonly vaults: readonly { readonly address: string; readonly grant: GrantJson }[];
  readonly next: string | null;
}

/** Returns the wallets of an answer, or what is wrong with it, which no contract would answer. */
function readAnswer(answer: AnswerJson | PageJson, { blocks }: RestingChain): string {
  const { block, unknown } = answer;
  if (unknown.length > 0) return `unknown: ${JSON.stringify(unknown)}`;
  if (blocks[block.number]?.hash !== block.hash) return `an answer for block ${block.hash}`;
  const isList = 'vaults' in answer;
  const grants = isList ? answer.vaults.map(({ grant }) => grant) : answer.grant ? [answer.grant] : [];
  const expired = grants.find(({ expiresAt }) => expiresAt < block.timestamp);
  if (expired) return `a grant that expired at ${expired.expiresAt}, before ${block.timestamp}`;
  if (isList) return answer.vaults.map(({ address }) => address.toLowerCase()).join(' ');
  if (answer.grant && answer.grant.to !== answer.wallet)
    return `${answer.wallet}, but its grant is to ${answer.grant.to}`;
  return String(answer.wallet).toLowerCase();
}

/** Reads lists of vaults page by page, to their end. */
export function readVaults(service: Service): Service {
  return {
    ...service,
    async get(path, query, headers) {
      const reply = await service.get(path, query, headers);
      if (path !== VAULTS || reply.status !== 200) return reply;
      const first = JSON.parse(reply.body) as PageJson;
      const vaults = [...first.vaults];
      for (let cursor = first.next; cursor !== null; ) {
        const page = await service.get(path, { ...query, cursor }, headers);
        if (page.status !== 200) return page;
        const { next, ...rest } = JSON.parse(page.body) as PageJson;
        if (rest.block.hash !== first.block.hash || rest.unknown.length > 0) return page;
        vaults.push(...rest.vaults);
        cursor = next;
      }
      return { ...reply, body: JSON.stringify({ ...first, vaults }) };
    },
  };
}
