/** The question of a check: its parameters, and what they mean in the domain. */
import {
  createGrant,
  FULL_RIGHTS,
  getKind,
  type Kind,
  listKinds,
  type Question,
  REGISTRIES,
  REGISTRY_IDS,
  type Registry,
} from '@mandate/core';
import { chainId, contract, delegate, from, rights, to, tokenId, vault } from './parameters.ts';
import type { ValuesOf } from './read-parameters.ts';

export type QuestionParameters = {
  readonly to: typeof to;
  readonly from: typeof from;
  readonly contract?: typeof contract;
  readonly tokenId?: typeof tokenId;
  readonly chainId: typeof chainId;
  readonly rights?: typeof rights;
};

const BY_NAME = { to, delegate, from, vault, contract, tokenId };

function parametersOf(registry: Registry, kind: Kind): QuestionParameters {
  const { scope, checkParties } = getKind(registry, kind);
  const fields = [
    ...Object.entries(checkParties).map(([field, name]) => [field, BY_NAME[name as keyof typeof BY_NAME]]),
    ...scope.map((field) => [field, BY_NAME[field]]),
    ['chainId', chainId],
    ...(REGISTRIES[registry].hasRights ? [['rights', rights]] : []),
  ];
  return Object.fromEntries(fields);
}

/** The parameters of each check, in the order and under the names that the specification gives them. */
export const QUESTIONS: ReadonlyMap<Registry, ReadonlyMap<Kind, QuestionParameters>> = new Map(
  REGISTRY_IDS.map((registry) => [
    registry,
    new Map(listInOrder(registry).map((kind) => [kind, parametersOf(registry, kind)])),
  ]),
);

/** Lists kinds as the specification does: token kinds without a token id come last. */
function listInOrder(registry: Registry): readonly Kind[] {
  const isLast = (kind: Kind) => {
    const { type, scope } = getKind(registry, kind);
    return type === 'TOKEN' && !scope.includes('tokenId');
  };
  return listKinds(registry).toSorted((a: Kind, b: Kind) => Number(isLast(a)) - Number(isLast(b)));
}

export function questionOf(
  registry: Registry,
  kind: Kind,
  { from, to, contract, tokenId, rights = FULL_RIGHTS }: Omit<ValuesOf<QuestionParameters>, 'chainId'>,
): Question {
  return createGrant({ registry, kind, from, to, contract, tokenId, rights });
}
