/** Answers who acts exclusively for a vault or a token, as the resolver contract does at the same block. */
import {
  type Address,
  type ExclusiveQuestion,
  type ExclusiveToken,
  findExclusive,
  type RightsIdentifier,
} from '@mandate/core';
import type { Block, Checkpoint, ExclusiveMoment, ExclusiveRow, Read, Reader } from '@mandate/store';
import type { Asker } from '../access/limit/shares.ts';
import { ProblemError } from '../http/problems.ts';
import { askUntilSteady, hasBlock, isNow, type PinBlock, type Pinned } from '../request/at-block.ts';
import { findAuditMark, findAuditMarkOfReceiver } from '../request/audit-marks.ts';
import type { ServedChain } from '../request/chains.ts';
import { assertKnown, findUnverified } from '../request/freshness.ts';
import type { When } from '../request/parameters.ts';
import type { ChainReader } from './chain/chain-reader.ts';
import type { NodeAccess } from './chain/node-access.ts';
import { ownerOf, readOwner } from './chain/token-calls.ts';
import { UnreadableError, type UnreadableReason } from './chain/unreadable.ts';

export interface ExclusiveDependencies {
  readonly pin: PinBlock;
  readonly chainReader: Pick<ChainReader, 'takePlace'>;
}

type ExclusiveReader = Pick<Reader, 'findExclusive' | 'findExclusiveVaults'>;

/** A question about one chain. */
export interface ExclusiveRequest {
  readonly asker: Asker;
  readonly chain: ServedChain;
  readonly when: When;
  readonly identifier: RightsIdentifier;
}

interface Answered {
  readonly block: Block;
  readonly isFinal: boolean;
}

/** The wallet that acts, and the delegation that names it. Without one the vault or the owner acts. */
interface Named {
  readonly wallet: Address;
  readonly row: ExclusiveRow | null;
}

export type ExclusiveWallet = Answered & Named;
/** Why something is not known. */
interface Unread {
  readonly reason: UnreadableReason | 'contract_failed';
  readonly detail: string;
}

const CONTRACT_FAILED: Unread = {
  reason: 'contract_failed',
  detail: 'The contract does not say who owns the token. Check that it is an ERC721 contract.',
};

/** An owner of null: nobody owns the token, or `unread` says why that is not known. */
export type ExclusiveOwner = Answered & {
  readonly owner: Address | null;
  readonly named: Named | null;
  readonly unread: Unread | null;
};
export interface ExclusiveVaults extends Answered {
  readonly vaults: { readonly address: Address; readonly row: ExclusiveRow }[];
  readonly next: Address | null;
}

/** Chooses the block of a question and reads at it. */
function createReadAt({ pin, chainReader }: ExclusiveDependencies) {
  /**
   * Chooses the block of a question, with its hash and time. `null` if the chain went back meanwhile. The places in the
   * registry's lists may be of any time.
   */
  async function pinWhole(
    chain: ServedChain,
    when: When,
    place: NodeAccess,
  ): Promise<{ readonly pinned: Pinned; readonly block: Block } | null> {
    const pinned = await pin(chain, when, 0);
    try {
      const block = await place.completeBlock(pinned, when);
      return block && { pinned, block };
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      const detail = `The time of block ${pinned.block.number} of ${chain.name} could not be read. ${error.message}`;
      throw new ProblemError('history_uncertain', detail);
    }
  }

  /** Asks until the chain stays as it is, with a place at its nodes. `null` if the chain went back meanwhile. */
  function askNodes<T>(
    { chain, asker }: ExclusiveRequest,
    work: (place: NodeAccess) => Promise<T | null>,
  ): Promise<T> {
    return askUntilSteady(chain, async () => {
      const place = chainReader.takePlace(chain.chainId, asker, 'claims');
      try {
        return await work(place);
      } finally {
        place.give();
      }
    });
  }

  /** Reads at the block that is asked about. Now is the checkpoint that the same statement reads. */
  async function readAt<T>(
    asked: ExclusiveRequest,
    read: (moment: ExclusiveMoment) => Promise<Read<T>>,
  ): Promise<{ readonly found: T } & Answered> {
    const { chain, when, identifier } = asked;
    const moment = { chainId: chain.chainId, identifier };
    if (isNow(when)) {
      const found = await read(moment);
      assertVerified(chain, found?.checkpoint);
      if (!found) throw new TypeError('A chain without doubt has no checkpoint.');
      return { found, block: found.checkpoint.block, isFinal: false };
    }
    return askNodes(asked, async (place) => {
      const whole = await pinWhole(chain, when, place);
      if (!whole) return null;
      const { pinned, block } = whole;
      const found = await read({ ...moment, at: { number: pinned.readUpTo, timestamp: block.timestamp } });
      return found && hasBlock(found.checkpoint, pinned) ? { found, block, isFinal: pinned.isFinal } : null;
    });
  }

  return { askNodes, pinWhole, readAt };
}

export function createExclusive(dependencies: ExclusiveDependencies) {
  const { askNodes, pinWhole, readAt } = createReadAt(dependencies);

  async function findWallet(
    reader: ExclusiveReader,
    asked: ExclusiveRequest,
    vault: Address,
  ): Promise<ExclusiveWallet> {
    const { found, block, isFinal } = await readAt(asked, (moment) =>
      reader.findExclusive({ ...moment, vault, token: null }),
    );
    assertUnmarked(asked, vault);
    return { ...nameWallet(found.candidates, questionOf(asked, block, null), vault), block, isFinal };
  }

  function findOwner(
    reader: ExclusiveReader,
    asked: ExclusiveRequest,
    token: ExclusiveToken,
  ): Promise<ExclusiveOwner> {
    const { chain, when, identifier } = asked;
    return askNodes(asked, async (place) => {
      const whole = await pinWhole(chain, when, place);
      if (!whole) return null;
      const { pinned, block } = whole;
      const owner = await findTokenOwner(place, token, block);
      if (owner !== null && typeof owner === 'object')
        return { owner: null, named: null, unread: owner, block, isFinal: false };
      const { isFinal } = pinned;
      if (owner === null) return { owner, named: null, unread: null, block, isFinal };
      const at = { number: pinned.readUpTo, timestamp: block.timestamp };
      const request = { chainId: chain.chainId, identifier, at, vault: owner, token };
      const found = await reader.findExclusive(request);
      if (!found || !hasBlock(found.checkpoint, pinned)) return null;
      assertUnmarked(asked, owner);
      const named = nameWallet(found.candidates, questionOf(asked, block, token), owner);
      return { owner, named, unread: null, block, isFinal };
    });
  }

  /** Returns the reason why the owner is not known, if it is not. */
  async function findTokenOwner(
    place: NodeAccess,
    { contract, tokenId }: ExclusiveToken,
    block: Block,
  ): Promise<Address | null | Unread> {
    try {
      const [answer] = await place.callToken(contract, [ownerOf(tokenId)], block);
      const owner = readOwner(answer);
      return owner === undefined ? CONTRACT_FAILED : owner;
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      return { reason: error.reason, detail: error.message };
    }
  }

  async function findVaults(
    reader: ExclusiveReader,
    asked: ExclusiveRequest,
    page: { readonly wallet: Address; readonly limit: number; readonly after: Address | undefined },
  ): Promise<ExclusiveVaults> {
    const mark = await findAuditMarkOfReceiver(asked.chain, { registry: 'v2', to: page.wallet });
    const { found, block, isFinal } = await readAt(asked, (moment) =>
      reader.findExclusiveVaults({ ...moment, ...page }),
    );
    if (mark) throw mark;
    const question = questionOf(asked, block, null);
    const vaults = found.vaults.flatMap(({ address, candidates }) => {
      const { wallet, row } = nameWallet(candidates, question, address);
      if (wallet !== page.wallet) return [];
      // A vault that acts for itself is listed only if it delegated to itself.
      const shown = row ?? candidates.find(({ delegation }) => delegation.to === page.wallet);
      return shown ? [{ address, row: shown }] : [];
    });
    return { vaults, next: found.next, block, isFinal };
  }

  return { findWallet, findOwner, findVaults };
}

function questionOf(
  { identifier }: ExclusiveRequest,
  { timestamp }: Block,
  token: ExclusiveToken | null,
): ExclusiveQuestion {
  return { identifier, timestamp, token };
}

function nameWallet(candidates: readonly ExclusiveRow[], question: ExclusiveQuestion, self: Address): Named {
  const row = findExclusive(candidates, question);
  return { wallet: row?.delegation.to ?? self, row };
}

function assertUnmarked({ chain }: ExclusiveRequest, vault: Address): void {
  const mark = findAuditMark(chain, { registry: 'v2', from: vault });
  if (mark) throw mark;
}

function assertVerified(chain: ServedChain, checkpoint: Checkpoint | undefined): void {
  assertKnown(chain, checkpoint);
  const unverified = findUnverified(chain, checkpoint, 0);
  if (unverified) throw unverified;
}
