/** Converts questions and answers between the domain and the SDK. */
import {
  createDelegation,
  type Delegation,
  getKindOfRecord,
  parseAddress,
  parseRights,
  type Question,
  type Registry,
} from '@mandate/core';
import {
  type Address,
  type Answer,
  type BatchCheck,
  type Block,
  type Client,
  check,
  type Explained,
  type Grant,
  listDelegations,
  listDelegationsV1,
  type When,
} from '../index.ts';

export function askQuestion(
  client: Client,
  question: Question,
  chainId: number,
  more: When & { readonly explain?: boolean } = {},
): Promise<Answer<boolean | bigint> | Explained<boolean | bigint>> {
  // Each kind has exactly the fields that its function takes.
  return check(client, { ...toBatchCheck(question, chainId), ...more });
}

/** Converts a question into a check of a batch. */
export function toBatchCheck(question: Question, chainId: number): BatchCheck {
  return { ...question, chainId } as BatchCheck;
}

/** Converts a grant of either registry. */
export function toDelegation({ type, tokenType, from, to, contract, rights, ...grant }: Grant): Delegation {
  return createDelegation({
    ...grant,
    kind: getKindOfRecord(grant.registry, type, tokenType),
    from: parseAddress(from),
    to: parseAddress(to),
    contract: contract && parseAddress(contract),
    rights: rights === null ? undefined : parseRights(rights),
  });
}

/** Reads the whole list, page by page if `limit` is given. */
export async function listAll(
  client: Client,
  registry: Registry,
  wallet: Address,
  chainId: number,
  limit?: number,
): Promise<{ value: Delegation[]; blocks: Block[] }> {
  const value: Delegation[] = [];
  const blocks: Block[] = [];
  let cursor: string | null = null;
  do {
    const parameters = { wallet, chainId, limit, cursor: cursor ?? undefined };
    const page = await (registry === 'v1' ? listV1 : listV2)(client, parameters);
    value.push(...page.value);
    blocks.push(page.block);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return { value, blocks };
}

type Parameters = globalThis.Parameters<typeof listDelegations>[1];

async function listV2(client: Client, parameters: Parameters) {
  const list = await listDelegations(client, parameters);
  const value = list.value.map(({ type, tokenType, from, to, contract, tokenId, rights, amount }) => {
    if (type === 'NONE') throw new Error('A list has something that does not stand.');
    return createDelegation({
      registry: 'v2',
      kind: getKindOfRecord('v2', type, tokenType),
      from: parseAddress(from),
      to: parseAddress(to),
      contract: contract && parseAddress(contract),
      tokenId,
      rights: parseRights(rights),
      amount,
    });
  });
  return { ...list, value };
}

async function listV1(client: Client, parameters: Parameters) {
  const list = await listDelegationsV1(client, parameters);
  const value = list.value.map(({ type, vault, delegate, contract, tokenId }) => {
    if (type === 'NONE') throw new Error('A list has something that does not stand.');
    return createDelegation({
      registry: 'v1',
      kind: getKindOfRecord('v1', type, null),
      from: parseAddress(vault),
      to: parseAddress(delegate),
      contract: contract && parseAddress(contract),
      tokenId,
    });
  });
  return { ...list, value };
}
