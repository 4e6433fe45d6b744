import type { PastBlock } from '@mandate/store';
import type { Asker } from '../../access/limit/shares.ts';
import { askUntilSteady, type PinBlock, type Pinned } from '../../request/at-block.ts';
import type { ServedChain } from '../../request/chains.ts';
import type { ChainReader } from '../chain/chain-reader.ts';
import { UnreadableError } from '../chain/unreadable.ts';
import {
  assertUnmarked,
  type Blocks,
  type ClaimReader,
  chooseStandard,
  createRule,
  findBlocks,
} from '../eligibility/claim-question.ts';
import {
  createTokenViews,
  createViewPlan,
  readViewsAt,
  type TokenViews,
} from '../eligibility/token-views.ts';
import { unreadable } from '../eligibility/unknown.ts';
import { listItems } from './list-items.ts';
import { listOwned } from './list-owned.ts';
import { findBlocksOfPage, pinPage } from './pin-page.ts';
import { selectOwned } from './select-owned.ts';
import {
  orUnreadable,
  type TokenStandard,
  type TokensAnswer,
  type TokensQuestion,
  type TokensReading,
} from './tokens-page.ts';

interface Dependencies {
  readonly chainReader: Pick<ChainReader, 'takePlace'>;
  readonly pin: PinBlock;
}

/** A client that asks: how it reads the ledger, and whom its calls count against. */
interface Client extends Pick<TokensReading, 'countCalls'> {
  readonly reader: ClaimReader;
  readonly asker: Asker;
}

export type AnswerTokens = ReturnType<typeof createAnswerTokens>;

export function createAnswerTokens({ chainReader, pin }: Dependencies) {
  return ({ reader, asker, countCalls }: Client, chain: ServedChain, question: TokensQuestion) =>
    askUntilSteady(chain, async () => {
      assertUnmarked(chain, question);
      const nodes = chainReader.takePlace(chain.chainId, asker, 'claims');
      let pinned: Pinned | null = null;
      try {
        pinned = await pinPage(pin, chain, question);
        const blocks = question.start
          ? await findBlocksOfPage(nodes, pinned, question.start)
          : await findBlocks(nodes, question.when, pinned);
        if (!blocks) return null;
        const rule = createRule(reader, chain, question, pinned, blocks.named);
        return await answerAt({ rule, question, nodes, blocks, countCalls }, pinned);
      } catch (error) {
        if (!(pinned && error instanceof UnreadableError)) throw error;
        return nothingKnown(question, pinned, pinned.block, error);
      } finally {
        nodes.give();
      }
    });
}

/** Returns null if the chain went back meanwhile. */
async function answerAt(reading: TokensReading, pinned: Pinned): Promise<TokensAnswer | null> {
  const { question, blocks } = reading;
  const interfaces = await orUnreadable(readInterfaces(reading));
  if (interfaces instanceof UnreadableError) return nothingKnown(question, pinned, blocks.named, interfaces);
  const standard = question.standard ?? chooseStandard(interfaces.listStandards());
  const part = await orUnreadable(listPart(reading, standard, interfaces));
  if (part instanceof UnreadableError) return nothingKnown(question, pinned, blocks.named, part);
  if (!part) return null;
  const { safeBlock, isFinal } = pinned;
  const next = part.next === null ? null : { ...placeOf(blocks), next: part.next };
  return { ...part, standard, block: blocks.named, safeBlock, isFinal, next };
}

function listPart(reading: TokensReading, standard: TokenStandard, interfaces: TokenViews) {
  if (standard === 'ERC1155') return listItems(reading);
  const { tokenIds } = reading.question;
  return tokenIds ? selectOwned(reading, tokenIds) : listOwned(reading, interfaces.isEnumerable());
}

/** Asks the contract for its standard, and how it lists the ids of a holder, where that matters. */
async function readInterfaces({ question, nodes, blocks }: TokensReading): Promise<TokenViews> {
  const { contract, standard, tokenIds } = question;
  const plan = createViewPlan();
  if (standard === null) plan.addStandard();
  if (standard !== 'ERC1155' && tokenIds === null) plan.addEnumerable();
  return createTokenViews(await readViewsAt(nodes, contract, plan.list(), blocks.read.slice(0, 1)));
}

const placeOf = ({ named, read }: Blocks) => ({ blocks: read, named: named.number });

/** The list ends here, so that nobody asks for the same page for ever. */
function nothingKnown(
  { standard, tokenIds }: TokensQuestion,
  { safeBlock }: Pinned,
  block: PastBlock,
  error: UnreadableError,
): TokensAnswer {
  const unknown = [unreadable(error)];
  return {
    standard,
    block,
    safeBlock,
    isFinal: false,
    tokens: [],
    unknownIds: tokenIds ?? [],
    unknown,
    next: null,
  };
}
