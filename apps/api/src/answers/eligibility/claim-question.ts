/** The parts that questions about one token contract share: the rule, the standard, and the blocks that it is read at. */
import type { Address, Registry, Rights, RightsIdentifier, Standard } from '@mandate/core';
import type { Block } from '@mandate/store';
import { ProblemError } from '../../http/problems.ts';
import type { Pinned } from '../../request/at-block.ts';
import { findAuditMark } from '../../request/audit-marks.ts';
import type { ServedChain } from '../../request/chains.ts';
import type { When } from '../../request/parameters.ts';
import type { NodeAccess } from '../chain/node-access.ts';
import { type ClaimRule, createExclusiveRule, createGrantRule } from './claim-rules.ts';
import type { ExclusiveReader } from './exclusive-candidates.ts';
import type { GrantReader } from './find-grants.ts';

export type ClaimReader = GrantReader & ExclusiveReader;

export interface ClaimQuestion {
  readonly contract: Address;
  /** `null` if it is found by ERC-165. */
  readonly standard: Standard | null;
  readonly rights: Rights;
  /** The right whose exclusive delegates alone count. `null` if every grant counts. */
  readonly exclusive: RightsIdentifier | null;
  readonly registries: readonly Registry[];
  /** Only this vault counts, without the wallet's own tokens. `null` if all do. */
  readonly vault: Address | null;
  readonly when: When;
}

/** Refuses a question that names a vault under audit. A vault that it does not name is unknown instead. */
export function assertUnmarked(
  chain: ServedChain,
  { vault, registries }: Pick<ClaimQuestion, 'vault' | 'registries'>,
): void {
  for (const registry of registries) {
    const mark = vault && findAuditMark(chain, { registry, from: vault });
    if (mark) throw mark;
  }
}

export function createRule(
  reader: ClaimReader,
  { chainId, auditMarks }: ServedChain,
  { exclusive, registries, vault }: ClaimQuestion,
  pinned: Pinned,
  block: Block,
): ClaimRule {
  const place = { chainId, registries, pinned, auditMarks };
  return exclusive
    ? createExclusiveRule(reader, place, { identifier: exclusive, block }, vault)
    : createGrantRule(reader, place, vault);
}

export interface Blocks {
  /** The block that the answer names. */
  readonly named: Block;
  /** The blocks that token contracts are read at: for a strict question the latest and the safe one. */
  readonly read: readonly [Block, ...Block[]];
}

/** `null` if the chain went back. */
export async function findBlocks(nodes: NodeAccess, when: When, pinned: Pinned): Promise<Blocks | null> {
  const { safeBlock, latest, block } = pinned;
  if (safeBlock === null) {
    const named = await nodes.completeBlock(pinned, when);
    return named && { named, read: [named] };
  }
  const safe = await completeSafe(nodes, when, pinned, safeBlock);
  return safe && { named: block.number === latest.number ? latest : safe, read: [latest, safe] };
}

export function completeSafe(nodes: NodeAccess, when: When, pinned: Pinned, safeBlock: number) {
  const atSafe = { ...pinned, block: { number: safeBlock, hash: null, timestamp: null } };
  return nodes.completeBlock(atSafe, when);
}

/** Returns the standard that a contract claims by ERC-165. */
export function chooseStandard(standards: readonly ('ERC721' | 'ERC1155')[]): 'ERC721' | 'ERC1155' {
  const [standard, other] = standards;
  if (standard && !other) return standard;
  const says = other
    ? 'The contract says by ERC-165 that it is both an ERC721 and an ERC1155.'
    : 'The contract does not say by ERC-165 that it is an ERC721 or an ERC1155.';
  const message = 'is missing: send ERC721, ERC1155 or ERC20.';
  throw new ProblemError('standard_unknown', `${says} Send \`standard\`.`, [
    { parameter: 'standard', message },
  ]);
}
