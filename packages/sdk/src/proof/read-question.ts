import {
  createGrant,
  FULL_RIGHTS,
  type Kind,
  parseAddress,
  parseRights,
  type Question,
  REGISTRIES,
  type Registry,
  type RegistryDescription,
} from '@mandate/core';
import { InvalidParametersError } from '../client/errors.ts';
import { address, chainId, type Forms, rights, tokenId } from '../client/forms.ts';
import { assertParameters } from '../client/validate.ts';
import type { ProofQuestion } from './proof-question.ts';

/** The fields that some questions lack. */
interface Fields {
  readonly registry: Registry;
  readonly kind: Kind;
  readonly from: string;
  readonly to: string;
  readonly chainId?: number;
  readonly contract?: string;
  readonly tokenId?: bigint | string;
  readonly rights?: string;
  readonly address?: string;
}

export interface AskedQuestion {
  readonly question: Question;
  readonly chainId: number;
  /** The registry's address. */
  readonly registry: `0x${string}`;
}

/** Reads a question in the words of the registries. Throws an InvalidParametersError if it has errors. */
export function readQuestion(given: ProofQuestion): AskedQuestion {
  const { registry, kind, ...rest } = given as unknown as Fields;
  const id = rest.tokenId;
  const fields = typeof id === 'string' && /^\d+$/.test(id) ? { ...rest, tokenId: BigInt(id) } : rest;
  const description: RegistryDescription | undefined = Object.hasOwn(REGISTRIES, registry)
    ? REGISTRIES[registry]
    : undefined;
  const known = description && Object.hasOwn(description.kinds, kind) && description.kinds[kind];
  if (!known) {
    const detail = '"kind" must be a kind of the registry, e.g. erc721 of v2.';
    const errors = [{ parameter: 'kind', message: detail }];
    throw new InvalidParametersError({ code: 'invalid_parameters', detail, errors });
  }
  const scope = { contract: address, tokenId };
  const required: Forms = {
    to: address,
    from: address,
    ...Object.fromEntries(known.scope.map((field) => [field, scope[field]])),
  };
  const optional = { chainId, address };
  assertParameters(fields, required, description.hasRights ? { ...optional, rights } : optional);
  return {
    chainId: fields.chainId ?? 1,
    registry: fields.address === undefined ? description.address : parseAddress(fields.address),
    question: createGrant({
      registry,
      kind,
      from: parseAddress(fields.from),
      to: parseAddress(fields.to),
      contract: fields.contract === undefined ? null : parseAddress(fields.contract),
      tokenId: fields.tokenId as bigint | undefined,
      rights: fields.rights ? parseRights(fields.rights) : FULL_RIGHTS,
    }),
  };
}
