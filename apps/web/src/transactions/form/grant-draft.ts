/** The grant form: texts as they were typed, and the change that they ask for. */
import type { Registry } from '@mandate/sdk';
import type { WritableGrant } from '@mandate/sdk/write';
import { collectProblems, readAddress, readTokenId } from '../../ui/read/read-field.ts';
import { findKind, type GrantKind, listKinds } from '../../words/grant-kinds.ts';
import type { GrantSearch } from '../grant-search.ts';
import type { Address, Write } from '../plan/write.ts';
import { type Decimals, DISPUTED } from './decimals.ts';
import { draftOfRights, FULL_RIGHTS_DRAFT, type RightsDraft, readRightsDraft } from './rights-draft.ts';
import { readUnits, UNLIMITED } from './units.ts';

export interface GrantDraft {
  readonly chainId: number;
  readonly registry: Registry;
  readonly kind: GrantKind;
  readonly from: string;
  readonly to: string;
  readonly contract: string;
  readonly token: string;
  readonly amount: string;
  /** The decimals that the amount was typed with. */
  readonly amountDecimals: number;
  readonly isUnlimited: boolean;
  readonly rights: RightsDraft;
}

export const DRAFT_FIELDS = ['from', 'to', 'contract', 'token', 'amount', 'name', 'until'] as const;
type DraftField = (typeof DRAFT_FIELDS)[number];
type DraftProblems = { readonly [Field in DraftField]?: string };

export type ReadDraft =
  | { readonly vault: Address; readonly write: Write; readonly problems?: never }
  | { readonly vault?: never; readonly write?: never; readonly problems: DraftProblems };

/** The fields that a kind has. */
export function fieldsOf(registry: Registry, kind: GrantKind) {
  const facts = findKind(registry, kind);
  return {
    hasContract: facts?.scope.includes('contract') ?? false,
    hasToken: facts?.scope.includes('tokenId') ?? false,
    hasAmount: facts?.answer === 'balance',
    hasRights: facts?.hasRights ?? false,
  };
}

export function draftOf(search: GrantSearch, chainId: number): GrantDraft {
  const { registry = 'v2', kind = 'all', from = '', to = '', contract = '', token = '', rights } = search;
  const kinds = listKinds(registry);
  const isMax = search.amount === 'max';
  return {
    chainId: search.chain ?? chainId,
    registry,
    kind: kinds.includes(kind) ? kind : 'all',
    from,
    to,
    contract,
    token,
    amount: isMax ? '' : (search.amount ?? ''),
    amountDecimals: 0,
    isUnlimited: isMax,
    rights: draftOfText(rights),
  };
}

function draftOfText(text: string | undefined): RightsDraft {
  if (!text) return FULL_RIGHTS_DRAFT;
  if (/^0x[0-9a-f]{64}$/i.test(text)) return draftOfRights(text);
  return text === 'claim' || text === 'vote'
    ? { preset: text, name: '', until: '' }
    : { preset: 'named', name: text, until: '' };
}

interface Surroundings {
  /** The decimals of the ERC20 token of the draft. */
  readonly decimals: Decimals;
  readonly nowS: number;
}

export function readGrantDraft(draft: GrantDraft, { decimals, nowS }: Surroundings): ReadDraft {
  const { chainId, registry, kind } = draft;
  const has = fieldsOf(registry, kind);
  const { problems, take, hasProblems } = collectProblems<DraftField>();
  const from = take('from', readAddress(draft.from, 'vault'));
  const to = take('to', readAddress(draft.to, 'wallet that may act'));
  const contract = has.hasContract ? take('contract', readAddress(draft.contract, 'contract')) : undefined;
  const tokenId = has.hasToken ? take('token', readTokenId(draft.token)) : undefined;
  const amount = has.hasAmount ? take('amount', readAmount(draft, decimals)) : undefined;
  const rights = has.hasRights ? readRightsDraft(draft.rights, nowS) : { rights: undefined };
  if (from && to && from.toLowerCase() === to.toLowerCase())
    problems.to = 'This is the vault itself. It needs no delegation to itself.';
  Object.assign(problems, rights.problems);
  if (hasProblems() || !from || !to) return { problems };
  const grant = {
    registry,
    type: kind,
    to,
    chainId,
    contract,
    tokenId,
    amount,
    rights: rights.rights,
  } as WritableGrant;
  return { vault: from, write: { action: 'grant', chainId, grant } };
}

function readAmount(draft: GrantDraft, decimals: Decimals) {
  if (draft.isUnlimited) return { value: UNLIMITED };
  if (draft.kind !== 'erc20') return readUnits(draft.amount, 0);
  return decimals === 'disputed' ? { problem: DISPUTED } : readUnits(draft.amount, draft.amountDecimals);
}

/** Returns the link that shows this grant to its holder on another device. */
export function searchOfWrite(vault: Address, write: Write): GrantSearch {
  if (!('grant' in write)) return {};
  const { registry, type: kind, to, contract, tokenId, amount, rights } = write.grant as WritableGrant;
  return {
    ...{ chain: write.chainId, registry, kind, from: vault, to },
    ...(contract && { contract }),
    ...(tokenId !== undefined && { token: String(tokenId) }),
    ...(amount !== undefined && { amount: amount === UNLIMITED ? 'max' : String(amount) }),
    ...(rights && { rights }),
  };
}

/** Returns the link that shows this form to someone else. The vault is theirs, so it is left out. */
export function searchOfDraft(draft: GrantDraft, rights: string | undefined): GrantSearch {
  const { chainId: chain, registry, kind, to, contract, token } = draft;
  const has = fieldsOf(registry, kind);
  return {
    chain,
    ...(registry !== 'v2' && { registry }),
    kind,
    ...(to && { to: to.trim() }),
    ...(has.hasContract && contract && { contract: contract.trim() }),
    ...(has.hasToken && token && { token: token.trim() }),
    ...(has.hasAmount && draft.isUnlimited && { amount: 'max' }),
    ...(rights && { rights }),
  };
}
