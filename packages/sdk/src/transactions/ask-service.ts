/** Asks the service about the very delegations that a transaction wrote. */
import type { Explained } from '../answers.ts';
import { check } from '../check/any-check.ts';
import type { Client } from '../client/create-client.ts';
import type { BatchCheck } from '../client/parameters.ts';
import type { Grant } from '../generated/registry.ts';
import { type Address, isSame } from '../hex.ts';
import { listDelegations } from '../list/list-delegations.ts';
import { listDelegationsV1 } from '../list/list-delegations-v1.ts';
import type { Write } from '../write/encode-writes.ts';
import { factsOfGrant, factsOfRow, type GrantFacts, identityOf } from './grant-facts.ts';
import type { Transaction } from './transaction.ts';

/** The block of the answer: at least one block, or the newest safe one. */
export type When = { readonly minBlock: number } | { readonly blockTag: 'safe' };

export interface ServiceAnswer {
  /** True if the service sees every change of the transaction. */
  readonly fits: boolean;
  /** The oldest block of its answers. */
  readonly block: number;
}

interface Question {
  readonly client: Client;
  readonly vault: Address;
  readonly chainId: number;
  readonly when: When;
  readonly signal: AbortSignal;
}

/** Above it, lists are cheaper than a check for each change. */
const MAX_CHECKS = 4;
const PAGE = 1_000;

export async function askService(
  client: Client,
  { from: vault, chainId, registry, writes }: Transaction,
  when: When,
  signal: AbortSignal,
): Promise<ServiceAnswer> {
  const question = { client, vault, chainId, when, signal };
  const [first] = writes;
  // v1 takes one change a transaction.
  if (first?.action === 'stepDown') return askStepDown(question, first.vault);
  const changes = listLastChanges(writes);
  const isEach = changes.every(({ action }) => action === 'grant' || action === 'revoke');
  return isEach && changes.length <= MAX_CHECKS
    ? await askEach(question, changes)
    : await askList(question, registry, changes);
}

/** A later change of the same delegation replaces an earlier one. */
function listLastChanges(writes: readonly Write[]): readonly Write[] {
  const last = new Map<string, Write>();
  for (const write of writes) {
    const key =
      'grant' in write ? identityOf(factsOf(write)) : write.action + ('to' in write ? write.to : '');
    last.set(key, write);
  }
  return [...last.values()];
}

const factsOf = ({ chainId, grant }: Extract<Write, { grant: unknown }>) => factsOfGrant(chainId, grant);

async function askEach(question: Question, changes: readonly Write[]): Promise<ServiceAnswer> {
  let block = Number.POSITIVE_INFINITY;
  let fits = true;
  for (const change of changes) {
    if (!('grant' in change)) continue;
    const facts = factsOf(change);
    const answer = await checkVery(question, facts);
    const found = answer.because
      .map((grant) => factsOfRow({ ...grant, chainId: question.chainId }))
      .find((grant) => identityOf(grant) === identityOf(facts));
    fits &&= change.action === 'grant' ? found?.amount === facts.amount : found === undefined;
    block = Math.min(block, answer.block.number);
  }
  return { fits, block };
}

/** The reasons of a check name the delegation itself, even if a broader one would be enough. */
function checkVery(
  { client, vault, chainId, when, signal }: Question,
  { registry, kind, to, contract, tokenId, rights }: GrantFacts,
): Promise<Explained<boolean | bigint>> {
  const scope = { ...(contract && { contract }), ...(tokenId !== null && { tokenId }) };
  const asked = { registry, kind, to, from: vault, ...scope, ...(registry === 'v2' && { rights }) };
  return check(client, { ...(asked as BatchCheck), chainId, explain: true, signal, ...when });
}

async function askList(
  question: Question,
  registry: 'v1' | 'v2',
  changes: readonly Write[],
): Promise<ServiceAnswer> {
  const { grants, block } = await listOutgoing(question, registry);
  const own = grants.map((grant) => factsOfRow({ ...grant, chainId: question.chainId }));
  const amounts = new Map(own.map((facts) => [identityOf(facts), facts.amount]));
  const fits = changes.every((change) => {
    switch (change.action) {
      case 'grant':
        return amounts.get(identityOf(factsOf(change))) === factsOf(change).amount;
      case 'revoke':
        return !amounts.has(identityOf(factsOf(change)));
      case 'revokeWallet':
        return !own.some(({ to }) => to === change.to.toLowerCase());
      default:
        return own.length === 0;
    }
  });
  return { fits, block };
}

/** The sender is the delegate: its v1 grants are in the list of the vault. */
async function askStepDown(question: Question, vault: Address): Promise<ServiceAnswer> {
  const { grants, block } = await listOutgoing({ ...question, vault }, 'v1');
  return { fits: !grants.some(({ to }) => isSame(to, question.vault)), block };
}

/** Reads the list up to the first incoming delegation: outgoing ones come first. */
async function listOutgoing(
  { client, vault, chainId, when, signal }: Question,
  registry: 'v1' | 'v2',
): Promise<{ grants: readonly Grant[]; block: number }> {
  const grants: Grant[] = [];
  let cursor: string | undefined;
  for (;;) {
    const place = cursor ? { cursor } : when;
    const parameters = { wallet: vault, chainId, limit: PAGE, signal, ...place };
    const page =
      registry === 'v1' ? await listPageV1(client, parameters) : await listPageV2(client, parameters);
    const own = page.grants.filter(({ from }) => isSame(from, vault));
    grants.push(...own);
    if (own.length < page.grants.length || page.nextCursor === null) return { grants, block: page.block };
    cursor = page.nextCursor;
  }
}

type PageParameters = Parameters<typeof listDelegations>[1];

async function listPageV2(client: Client, parameters: PageParameters) {
  const { value, block, nextCursor } = await listDelegations(client, parameters);
  const grants = value.map((each) => ({ ...each, registry: 'v2' }) as Grant);
  return { grants, block: block.number, nextCursor };
}

async function listPageV1(client: Client, parameters: PageParameters) {
  const { value, block, nextCursor } = await listDelegationsV1(client, parameters);
  const grants = value.map(
    ({ delegate: to, vault: from, ...scope }) =>
      ({ ...scope, to, from, registry: 'v1', rights: null, tokenType: null, amount: null }) as Grant,
  );
  return { grants, block: block.number, nextCursor };
}
