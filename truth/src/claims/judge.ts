/** Answers questions about eligibility by brute force: registry views and token views of every wallet, and nothing else. */
import type { LocalChain } from '@mandate/contracts';
import {
  type Address,
  type Answer,
  createGrant,
  type Delegation,
  type Kind,
  parseAddress,
  type Question,
  type Registry,
  type Standard,
  UNLIMITED,
} from '@mandate/core';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { answerCheck } from '../answer-check.ts';
import { askChecks } from '../contract-answers.ts';
import { WALLETS } from '../world.ts';
import type { Asked } from './eligibility-question.ts';
import { HOSTILE, IDS, MODES, type Mode } from './tokens.ts';

const views = parseAbi([
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function balanceOf(address holder) view returns (uint256)',
  'function balanceOf(address holder, uint256 id) view returns (uint256)',
  'function mode() view returns (uint8)',
]);
/** More than any honest view needs. */
const GAS = 20_000_000;

export interface Expected {
  readonly eligible: boolean | null;
  readonly balance: bigint;
  readonly complete: boolean;
}

/** The state that a question is judged by. */
export interface Judged {
  readonly chain: LocalChain;
  /** The blocks whose tokens count: one, or two for a strict question. */
  readonly hashes: readonly Hex[];
  /** The grants that count in a strict answer. `null` if the registries are asked at the only block. */
  readonly steady: readonly Delegation[] | null;
}

/** Returns the answers to a registry's own checks. */
async function askRegistries(
  { chain, hashes: [hash], steady }: Judged,
  questions: readonly Question[],
): Promise<Answer[]> {
  if (steady) return questions.map((question) => answerCheck(question, steady));
  if (!hash) throw new Error('There is no block to judge by.');
  return askChecks(chain, questions, hash);
}

/** Tells whether any of the checks is a yes. */
export const mayUse = async (judged: Judged, questions: readonly Question[]): Promise<boolean> =>
  (await askRegistries(judged, questions)).some(Boolean);

/** Returns what a view returns. `undefined` if it fails. */
async function callView(
  { client }: LocalChain,
  to: Address,
  data: Hex,
  blockHash: Hex,
): Promise<Hex | undefined> {
  try {
    const params = [{ to, data, gas: `0x${GAS.toString(16)}` }, { blockHash }];
    return await client.request<{ Method: string; Parameters: unknown[]; ReturnType: Hex }>({
      method: 'eth_call',
      params,
    });
  } catch {
    return undefined;
  }
}

async function findMode(chain: LocalChain, hash: Hex): Promise<Mode> {
  const data = encodeFunctionData({ abi: views, functionName: 'mode' });
  return MODES[Number(await callView(chain, HOSTILE.address, data, hash))] ?? 'honest';
}

/** Tells whether nobody can know what a view of the contract that misbehaves would say. */
const isLost = (mode: Mode, about: bigint) =>
  mode === 'burnsGas' || mode === 'returnsTooLittle' || (mode === 'failsForSome' && about % 2n === 1n);

/** Reads the first word that a view returns at each block. `null` if the view fails. `undefined` if it can't be known. */
function readWords({ chain, hashes }: Judged, contract: Address, about: bigint, data: Hex) {
  return Promise.all(
    hashes.map(async (hash) => {
      const mode = contract === HOSTILE.address ? await findMode(chain, hash) : 'honest';
      if (isLost(mode, about)) return undefined;
      const word = await callView(chain, contract, data, hash);
      if (word === undefined) return null;
      return word.length < 66 ? undefined : BigInt(word.slice(0, 66));
    }),
  );
}

/** `null` if it is nobody. `undefined` if it can't be known. */
export async function findOwner(judged: Judged, contract: Address, id: bigint) {
  const data = encodeFunctionData({ abi: views, functionName: 'ownerOf', args: [id] });
  const owners = (await readWords(judged, contract, id, data)).map((word) => {
    if (!word) return word === undefined ? undefined : null;
    return word >= 2n ** 160n ? undefined : parseAddress(`0x${word.toString(16).padStart(40, '0')}`);
  });
  if (owners.includes(undefined)) return undefined;
  return owners.every((owner) => owner === owners[0]) ? owners[0] : null;
}

/** `undefined` if it can't be known. */
export async function findBalance(judged: Judged, contract: Address, holder: Address, id: bigint | null) {
  const functionName = 'balanceOf';
  const data =
    id === null
      ? encodeFunctionData({ abi: views, functionName, args: [holder] })
      : encodeFunctionData({ abi: views, functionName, args: [holder, id] });
  const words = await readWords(judged, contract, BigInt(holder), data);
  const balances = words.filter((word) => typeof word === 'bigint');
  if (balances.length < words.length) return undefined;
  return balances.reduce((least, each) => (each < least ? each : least));
}

/** The part of a holder's tokens that counts. `undefined` if it can't be known. */
type Part = bigint | undefined;

/** Returns the standards that the contract claims at a block, in the service's own order. */
export async function findStandard(
  chain: LocalChain,
  { token }: Asked,
  hash: Hex,
): Promise<Standard | 'unknown'> {
  if (token.standard) return token.standard === 'ERC20' ? 'unknown' : token.standard;
  const mode = await findMode(chain, hash);
  return mode.startsWith('claims') ? 'unknown' : 'ERC721';
}

export async function judge(judged: Judged, asked: Asked, standard: Standard): Promise<Expected> {
  const own = asked.vault ? [] : [asked.wallet];
  const vaults = asked.vault ? [asked.vault] : WALLETS.filter((each) => each !== asked.wallet);
  const parts = await Promise.all([
    ...own.map((wallet) => countOwn(judged, asked, standard, wallet)),
    ...vaults.map((vault) => countVault(judged, asked, standard, vault)),
  ]);
  const known = parts.flat().filter((part) => part !== undefined);
  const balance = known.reduce((sum, part) => sum + part, 0n);
  const complete = known.length === parts.flat().length;
  const eligible = balance >= asked.min ? true : complete ? false : null;
  return { eligible, balance, complete };
}

async function countOwn(judged: Judged, asked: Asked, standard: Standard, wallet: Address): Promise<Part[]> {
  const { tokenId, token } = asked;
  if (standard !== 'ERC721' || tokenId === null)
    return [await findBalance(judged, token.address, wallet, standard === 'ERC1155' ? tokenId : null)];
  return [await countToken(judged, asked, wallet, tokenId)];
}

async function countToken(judged: Judged, { token }: Asked, holder: Address, id: bigint): Promise<Part> {
  const owner = await findOwner(judged, token.address, id);
  return owner === undefined ? undefined : BigInt(owner === holder);
}

export async function countVault(
  judged: Judged,
  asked: Asked,
  standard: Standard,
  vault: Address,
): Promise<Part[]> {
  const { tokenId, token, registries, wallet, rights } = asked;
  const askAll = async (kinds: Readonly<Partial<Record<Registry, Kind>>>, id: bigint | null) => {
    const questions = registries.flatMap((registry) => {
      const kind = kinds[registry];
      if (!kind) return [];
      const fields = {
        registry,
        kind,
        from: vault,
        to: wallet,
        contract: token.address,
        tokenId: id,
        rights,
      };
      return [createGrant(fields)];
    });
    const answers = await askRegistries(judged, questions);
    return answers.map((answer) => (typeof answer === 'bigint' ? answer : answer ? UNLIMITED : 0n));
  };
  const most = (amounts: readonly bigint[]) => amounts.reduce((a, b) => (b > a ? b : a), 0n);
  if (standard === 'ERC721') {
    const isWhole = most(await askAll({ v1: 'contract', v2: 'contract' }, null)) > 0n;
    if (tokenId === null && isWhole) return [await findBalance(judged, token.address, vault, null)];
    const ids = tokenId === null ? IDS : [tokenId];
    return Promise.all(
      ids.map(async (id) => {
        const mayCount = most(await askAll({ v1: 'token', v2: 'erc721' }, id)) > 0n;
        // Whether a token exists at all is known without any grant, if it is the only one asked about.
        return mayCount ? countToken(judged, asked, vault, id) : 0n;
      }),
    );
  }
  const kinds =
    standard === 'ERC20'
      ? ({ v1: 'contract', v2: 'erc20' } as const)
      : ({ v1: 'token', v2: 'erc1155' } as const);
  const amount = most(await askAll(kinds, tokenId));
  if (amount === 0n) return [0n];
  const has = await findBalance(judged, token.address, vault, standard === 'ERC1155' ? tokenId : null);
  return [has === undefined || has < amount ? has : amount];
}
