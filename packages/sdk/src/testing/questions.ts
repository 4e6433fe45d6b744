/** Converts questions and answers between the domain and the SDK. */
import { createDelegation, type Delegation, parseAddress, parseRights, type Question } from '@mandate/core';
import {
  type Address,
  type Answer,
  type BatchCheck,
  type Block,
  type Client,
  checkAll,
  checkAllV1,
  checkContract,
  checkContractV1,
  checkErc20,
  checkErc721,
  checkErc1155,
  checkTokenV1,
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
  const { registry: _, kind: __, ...fields } = question;
  const { registry, kind } = question;
  // Each kind has exactly the fields that its function takes.
  const parameters = { ...fields, chainId, ...more } as never;
  if (registry === 'v1')
    return { all: checkAllV1, contract: checkContractV1, token: checkTokenV1 }[kind](client, parameters);
  if (kind === 'erc20' || kind === 'erc1155') {
    return { erc20: checkErc20, erc1155: checkErc1155 }[kind](client, parameters);
  }
  return { all: checkAll, contract: checkContract, erc721: checkErc721 }[kind](client, parameters);
}

/** Converts a question into a check of a batch. */
export function toBatchCheck(question: Question, chainId: number): BatchCheck {
  return { ...question, chainId } as BatchCheck;
}

/** Converts a grant of either registry. */
export function toDelegation({ type, tokenType, from, to, contract, rights, ...grant }: Grant): Delegation {
  return createDelegation({
    ...grant,
    kind: tokenType ? KINDS[tokenType] : TYPES[type],
    from: parseAddress(from),
    to: parseAddress(to),
    contract: contract && parseAddress(contract),
    rights: rights === null ? undefined : parseRights(rights),
  });
}

const KINDS = { ERC721: 'erc721', ERC20: 'erc20', ERC1155: 'erc1155' } as const;
const TYPES = { ALL: 'all', CONTRACT: 'contract', TOKEN: 'token' } as const;

/** Reads the whole list, page by page if `limit` is given. */
export async function listAll(
  client: Client,
  registry: 'v1' | 'v2',
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
      kind: tokenType ? KINDS[tokenType] : TYPES[type],
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
      kind: TYPES[type],
      from: parseAddress(vault),
      to: parseAddress(delegate),
      contract: contract && parseAddress(contract),
      tokenId,
    });
  });
  return { ...list, value };
}
