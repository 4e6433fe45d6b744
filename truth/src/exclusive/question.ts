/** Questions about exclusive delegates, as the contract and as the service are asked. */
import { type Call, integer, pick, type Random } from '@mandate/contracts';
import type { Address, ExclusiveToken, RightsIdentifier } from '@mandate/core';
import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem';
import type { Service } from '../service.ts';
import { COLLECTIONS, IDENTIFIERS, TOKEN_IDS, WALLETS } from './world.ts';

const resolverAbi = parseAbi([
  'function exclusiveWalletByRights(address vault, bytes24 rights) view returns (address)',
  'function exclusiveOwnerByRights(address contract_, uint256 tokenId, bytes24 rights) view returns (address)',
  'function delegatedWalletsByRights(address wallet, bytes24 rights) view returns (address[])',
]);

type Subject =
  | { readonly type: 'wallet'; readonly vault: Address }
  | { readonly type: 'owner'; readonly token: ExclusiveToken }
  | { readonly type: 'vaults'; readonly wallet: Address; readonly limit: number };
export type ExclusiveQuestion = Subject & { readonly identifier: RightsIdentifier };

export function createQuestion(random: Random): ExclusiveQuestion {
  const identifier = pick(random, [IDENTIFIERS[0], ...IDENTIFIERS]);
  const dice = integer(random, 1, 10);
  if (dice <= 4) return { type: 'wallet', vault: pick(random, WALLETS), identifier };
  if (dice <= 8) {
    const token = { contract: pick(random, COLLECTIONS), tokenId: pick(random, TOKEN_IDS) };
    return { type: 'owner', token, identifier };
  }
  return { type: 'vaults', wallet: pick(random, WALLETS), limit: pick(random, [1, 2, 100]), identifier };
}

export function nameQuestion(question: ExclusiveQuestion): string {
  return `exclusive ${question.type} of ${nameSubject(question)} for ${question.identifier}`;
}

function nameSubject(question: ExclusiveQuestion): string {
  if (question.type === 'wallet') return question.vault;
  if (question.type === 'vaults') return question.wallet;
  return `token ${question.token.tokenId} of ${question.token.contract}`;
}

export function encodeQuestion(resolver: Address, question: ExclusiveQuestion): Call {
  return { to: resolver, data: encodeView(question) };
}

function encodeView(question: ExclusiveQuestion): Hex {
  const { identifier } = question;
  const abi = resolverAbi;
  switch (question.type) {
    case 'wallet':
      return encodeFunctionData({
        ...{ abi, functionName: 'exclusiveWalletByRights', args: [question.vault, identifier] },
      });
    case 'owner': {
      const { contract, tokenId } = question.token;
      return encodeFunctionData({
        ...{ abi, functionName: 'exclusiveOwnerByRights', args: [contract, tokenId, identifier] },
      });
    }
    case 'vaults':
      return encodeFunctionData({
        ...{ abi, functionName: 'delegatedWalletsByRights', args: [question.wallet, identifier] },
      });
  }
}

/** Reads the contract's answer as text. It may list a vault twice, in the order of the registry. */
export function readContractAnswer({ type }: ExclusiveQuestion, data: Hex): string {
  const abi = resolverAbi;
  if (type === 'vaults') {
    const vaults = decodeFunctionResult({ abi, functionName: 'delegatedWalletsByRights', data });
    return [...new Set(vaults.map((vault) => vault.toLowerCase()))].toSorted().join(' ');
  }
  const functionName = type === 'wallet' ? 'exclusiveWalletByRights' : 'exclusiveOwnerByRights';
  const wallet: Address = decodeFunctionResult({ abi, functionName, data }) as Address;
  return wallet.toLowerCase();
}

interface GrantJson {
  readonly from: string;
  readonly to: string;
  readonly expiresAt: number;
}
interface BlockJson {
  readonly hash: string;
  readonly timestamp: number;
}
interface AnswerJson {
  readonly wallet: string | null;
  readonly grant: GrantJson | null;
  readonly block: BlockJson;
  readonly unknown: readonly unknown[];
}
interface PageJson extends Pick<AnswerJson, 'block' | 'unknown'> {
  readonly vaults: readonly { readonly address: string; readonly grant: GrantJson }[];
  readonly next: string | null;
}

type Fields = Readonly<Record<string, string>>;

/** Asks the service, which must answer for this block. Returns its answer as text. */
export async function askService(
  service: Service,
  question: ExclusiveQuestion,
  moment: Fields,
  blockHash: Hex,
): Promise<string> {
  const common = { ...moment, rights: question.identifier };
  if (question.type === 'vaults') return listVaults(service, question, common, blockHash);
  const fields: Fields =
    question.type === 'wallet'
      ? { vault: question.vault }
      : { contract: question.token.contract, tokenId: String(question.token.tokenId) };
  const path = `/exclusive/${question.type}`;
  const { wallet, grant, block, unknown } = await ask<AnswerJson>(service, path, { ...common, ...fields });
  const flaw = findFlaw(block, blockHash, unknown) ?? (grant && findFlawOfGrant(grant, block));
  if (grant && grant.to !== wallet) return `${wallet}, but its grant is to ${grant.to}`;
  return flaw ?? String(wallet).toLowerCase();
}

async function listVaults(
  service: Service,
  { wallet, limit }: Extract<ExclusiveQuestion, { type: 'vaults' }>,
  common: Fields,
  blockHash: Hex,
): Promise<string> {
  const listed: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const fields: Fields = { ...common, wallet, limit: String(limit), ...(cursor ? { cursor } : {}) };
    const page: PageJson = await ask<PageJson>(service, '/exclusive/vaults', fields);
    const flaws = page.vaults.map(({ grant }) => findFlawOfGrant(grant, page.block));
    const flaw = findFlaw(page.block, blockHash, page.unknown) ?? flaws.find((each) => each !== null);
    if (flaw) return flaw;
    listed.push(...page.vaults.map(({ address }) => address.toLowerCase()));
    cursor = page.next;
    if (cursor === null) return listed.join(' ');
  }
}

async function ask<T>(service: Service, path: string, fields: Fields): Promise<T> {
  const { status, body } = await service.get(path, fields);
  if (status !== 200)
    throw new Error(`${path} ${JSON.stringify(fields)} was answered with ${status}: ${body}`);
  return JSON.parse(body) as T;
}

function findFlaw({ hash }: BlockJson, blockHash: Hex, unknown: readonly unknown[]): string | null {
  if (unknown.length > 0) return `unknown: ${JSON.stringify(unknown)}`;
  return hash === blockHash ? null : `an answer for block ${hash}, not ${blockHash}`;
}

function findFlawOfGrant({ expiresAt }: GrantJson, { timestamp }: BlockJson): string | null {
  return expiresAt >= timestamp ? null : `a grant that expired at ${expiresAt}, before ${timestamp}`;
}
