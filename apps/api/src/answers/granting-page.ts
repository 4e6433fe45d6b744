/** A page of the wallets that grant a wallet a scope, or that it grants it to, on many chains. */
import { type Grant, listSatisfyingScope, type Registry } from '@mandate/core';
import type { ReadModel } from '@mandate/read-model';
import {
  type Checkpoint,
  cutPage,
  type Granting,
  type GrantingPage,
  type GrantingRequest,
  type Reader,
} from '@mandate/store';
import type { AnswerSource } from './checks.ts';

const NOTHING_PAST: Pick<GrantingPage, 'safeBlocks' | 'uncertain'> = {
  safeBlocks: new Map(),
  uncertain: new Set(),
};

type FindingReadModel = Pick<ReadModel, 'findRows'>;

export type FindGranting = ReturnType<typeof createFindGranting>;

/** Asks the read model if it knows all chains, else the database. */
export function createFindGranting(
  readModel: FindingReadModel | null,
  countPage: (source: AnswerSource) => void,
) {
  return async (getReader: () => Pick<Reader, 'findGranting'>, request: GrantingRequest) => {
    const known = readModel && findInModel(readModel, request);
    countPage(known ? 'read_model' : 'database');
    return known ?? getReader().findGranting(request);
  };
}

/** Returns null if the read model does not know all of it. Only the database knows the past of a strict question. */
function findInModel(readModel: FindingReadModel, request: GrantingRequest): GrantingPage | null {
  const { direction, wallet, scope, after = '', strict } = request;
  if (strict) return null;
  const other = direction === 'from' ? 'to' : 'from';
  const party = direction === 'from' ? { from: wallet } : { to: wallet };
  const wanted = new Map<Registry, readonly Grant[]>();
  const listWanted = (registry: Registry) => {
    const grants = wanted.get(registry) ?? listSatisfyingScope(registry, party, scope);
    wanted.set(registry, grants);
    return grants;
  };
  const checkpoints: Checkpoint[] = [];
  const found: Granting[] = [];
  for (const { chainId, registries } of request.chains) {
    const read = readModel.findRows(chainId, { direction, wallet, grants: registries.flatMap(listWanted) });
    if (!read?.rows) return null;
    checkpoints.push(read.checkpoint);
    for (const row of read.rows) if (row.delegation[other] > after) found.push({ chainId, ...row });
  }
  found.sort((a, b) => compare(a.delegation[other], b.delegation[other]) || compareBeginnings(a, b));
  return { checkpoints, ...NOTHING_PAST, ...cutPage(found, request, () => true, false) };
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const compareBeginnings = (a: Granting, b: Granting): number =>
  a.chainId - b.chainId || a.since.block - b.since.block || a.since.log - b.since.log;
