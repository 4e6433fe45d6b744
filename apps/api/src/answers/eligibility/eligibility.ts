/** Answers whether wallets may claim: whether they hold tokens, themselves or through vaults that delegated to them. */
import type { Address, Asset, Standard } from '@mandate/core';
import type { Block, PastBlock } from '@mandate/store';
import type { Asker } from '../../access/limit/shares.ts';
import { askUntilSteady, type PinBlock, type Pinned } from '../../request/at-block.ts';
import type { ServedChain } from '../../request/chains.ts';
import { refuseOne } from '../../request/read-parameters.ts';
import type { ChainReader } from '../chain/chain-reader.ts';
import type { NodeAccess } from '../chain/node-access.ts';
import { UnreadableError } from '../chain/unreadable.ts';
import {
  assertUnmarked,
  type ClaimQuestion,
  type ClaimReader,
  chooseStandard,
  createRule,
  findBlocks,
} from './claim-question.ts';
import type { ClaimRule } from './claim-rules.ts';
import { type Candidates, countHolders, type Holder, keepAffordable, planViews } from './count-holders.ts';
import type { Counted } from './count-token.ts';
import { createTokenViews, createViewPlan, readViewsAt, type TokenViews } from './token-views.ts';
import { type Unknown, unreadable } from './unknown.ts';

export interface EligibilityQuestion extends ClaimQuestion {
  readonly wallets: readonly Address[];
  readonly tokenId: bigint | null;
  readonly min: bigint;
}

export interface WalletAnswer {
  readonly wallet: Address;
  /** `null` if it is not known. An unread part never makes it false, and does not matter if the rest is enough. */
  readonly eligible: boolean | null;
  readonly balance: bigint;
  readonly holders: readonly Holder[];
  readonly unknown: readonly Unknown[];
}

export interface EligibilityAnswer {
  /** `null` if the nodes did not tell. */
  readonly standard: Standard | null;
  readonly block: PastBlock;
  readonly safeBlock: number | null;
  readonly isFinal: boolean;
  readonly answers: readonly WalletAnswer[];
}

interface Dependencies {
  readonly chainReader: Pick<ChainReader, 'takePlace'>;
  readonly pin: PinBlock;
}

/** A client that asks: how it reads the ledger, and whom its calls to nodes count against. */
interface Client {
  readonly reader: ClaimReader;
  readonly asker: Asker;
}

export type AnswerEligibility = ReturnType<typeof createAnswerEligibility>;

/** The most calls of the token contract that are made for one wallet, and for all wallets of a question together. */
const MAX_CALLS_PER_WALLET = 100;
const MAX_CALLS = 1_000;

export function createAnswerEligibility({ chainReader, pin }: Dependencies) {
  return ({ reader, asker }: Client, chain: ServedChain, question: EligibilityQuestion) =>
    askUntilSteady(chain, async () => {
      assertUnmarked(chain, question);
      const nodes = chainReader.takePlace(chain.chainId, asker, 'claims');
      let pinned: Pinned | null = null;
      try {
        // Exclusive delegates depend on the order in which grants were given for the first time, at any time.
        pinned = await pin(chain, question.when, question.exclusive ? 0 : undefined);
        return await answerAt(reader, chain, question, pinned, nodes);
      } catch (error) {
        if (!(pinned && error instanceof UnreadableError)) throw error;
        return nothingKnown(question, pinned, pinned.block, error);
      } finally {
        nodes.give();
      }
    });

  /** Returns null if the chain went back meanwhile. */
  async function answerAt(
    reader: ClaimReader,
    chain: ServedChain,
    question: EligibilityQuestion,
    pinned: Pinned,
    nodes: NodeAccess,
  ): Promise<EligibilityAnswer | null> {
    const blocks = await findBlocks(nodes, question.when, pinned);
    if (!blocks) return null;
    const rule = createRule(reader, chain, question, pinned, blocks.named);
    const searched = await findCandidates(rule, question);
    if (!searched) return null;
    const read = await readViews(nodes, question, searched, blocks.read).catch((error: unknown) => {
      if (error instanceof UnreadableError) return error;
      throw error;
    });
    if (read instanceof UnreadableError) return nothingKnown(question, pinned, blocks.named, read);
    const standard = question.standard ?? findStandard(read, question.tokenId);
    const { tokenId } = question;
    const counted =
      standard === 'ERC721' && tokenId !== null
        ? await countOneToken(rule, { ...question, tokenId }, read)
        : searched.map(({ candidates, unknown }) => {
            const found = countHolders(candidates, read, standard === 'ERC1155' ? question.tokenId : null);
            return { holders: found.holders, unknown: [...unknown, ...found.unknown] };
          });
    if (!counted) return null;
    const { safeBlock, isFinal } = pinned;
    const answers = question.wallets.map((wallet, i) => judge(wallet, question.min, counted[i]));
    return { standard, block: blocks.named, safeBlock, isFinal, answers };
  }

  /** Calls the contract for everything that may be needed, at each block. */
  async function readViews(
    nodes: NodeAccess,
    question: EligibilityQuestion,
    searched: readonly Candidates[],
    blocks: readonly Block[],
  ): Promise<TokenViews> {
    const { contract, tokenId, standard } = question;
    const plan = createViewPlan();
    if (standard === null) plan.addStandard();
    if (tokenId !== null && standard !== 'ERC1155') plan.addOwner(tokenId);
    const id = listedAsset(question)?.standard === 'ERC1155' ? tokenId : null;
    for (const { candidates } of searched) for (const each of candidates) planViews(plan, each, id);
    return createTokenViews(await readViewsAt(nodes, contract, plan.list(), blocks));
  }
}

/**
 * Returns the tokens for which vaults are searched. `null` if there is one ERC721 token, and its owner says which vault
 * matters. A contract whose standard is not known yet is an ERC1155 if it has an id and is no ERC721.
 */
function listedAsset({ standard, contract, tokenId, rights }: EligibilityQuestion): Asset | null {
  if (tokenId === null) return { standard: standard ?? 'ERC721', contract, tokenId, rights };
  return standard === 'ERC721' ? null : { standard: 'ERC1155', contract, tokenId, rights };
}

/** Finds whose tokens may count for each wallet. `null` if the chain went back meanwhile. */
async function findCandidates(rule: ClaimRule, question: EligibilityQuestion): Promise<Candidates[] | null> {
  const asset = listedAsset(question);
  const { wallets } = question;
  if (!asset) return wallets.map(() => ({ candidates: [], unknown: [] }));
  const maxCalls = Math.min(MAX_CALLS_PER_WALLET, Math.floor(MAX_CALLS / wallets.length));
  const found = await Promise.all(wallets.map((wallet) => rule.findCandidates(wallet, asset)));
  if (!found.every((each) => each !== null)) return null;
  return found.map(({ candidates, unknown }) => {
    const kept = keepAffordable(candidates, maxCalls);
    return { candidates: kept.candidates, unknown: [...unknown, ...kept.unknown] };
  });
}

/** Counts one ERC721 token for each wallet. `null` if the chain went back meanwhile. */
async function countOneToken(
  rule: ClaimRule,
  { wallets, contract, tokenId, rights }: EligibilityQuestion & { readonly tokenId: bigint },
  views: TokenViews,
): Promise<Counted[] | null> {
  const asset = { standard: 'ERC721', contract, tokenId, rights } as const;
  const token = { asset, owner: views.findOwner(tokenId) };
  const counted = await Promise.all(wallets.map((wallet) => rule.countToken(token, wallet)));
  return counted.every((each) => each !== null) ? counted : null;
}

function findStandard(views: TokenViews, tokenId: bigint | null): Standard {
  const standard = chooseStandard(views.listStandards());
  if (standard === 'ERC1155' && tokenId === null)
    throw refuseOne('tokenId', 'is missing: the contract is an ERC1155, whose balances are of single ids.');
  return standard;
}

function judge(wallet: Address, min: bigint, counted: Counted | undefined): WalletAnswer {
  if (!counted) throw new TypeError('Expected an answer for each wallet, and one has none.');
  const { holders, unknown } = counted;
  const balance = holders.reduce((sum, holder) => sum + holder.balance, 0n);
  const eligible = balance >= min ? true : unknown.length > 0 ? null : false;
  return { wallet, eligible, balance, holders, unknown };
}

function nothingKnown(
  { wallets, standard }: EligibilityQuestion,
  { safeBlock }: Pinned,
  block: PastBlock,
  error: UnreadableError,
): EligibilityAnswer {
  const unknown = [unreadable(error)];
  const answers = wallets.map((wallet) => ({ wallet, eligible: null, balance: 0n, holders: [], unknown }));
  return { standard, block, safeBlock, isFinal: false, answers };
}
