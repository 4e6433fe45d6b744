/** The registries and their grant kinds, as the client describes them. */
import { type Kind, type KindName, REGISTRIES, type Registry } from '@mandate/sdk';

export type GrantKind = KindName;

export const REGISTRY_NAMES = Object.keys(REGISTRIES) as readonly Registry[];

export function isRegistry(value: unknown): value is Registry {
  return REGISTRY_NAMES.includes(value as Registry);
}

/** Lists the kinds of a registry, in the order in which they are shown. */
export function listKinds(registry: Registry): readonly GrantKind[] {
  return Object.keys(REGISTRIES[registry]) as GrantKind[];
}

/** The kinds of both registries, those of the newer first. */
export const ALL_KINDS: readonly GrantKind[] = [...new Set(REGISTRY_NAMES.toReversed().flatMap(listKinds))];

export function isKind(value: unknown): value is GrantKind {
  return ALL_KINDS.includes(value as GrantKind);
}

/** Finds a kind as a registry has it; undefined where the registry lacks the kind. */
export function findKind(registry: Registry, kind: GrantKind): Kind | undefined {
  const kinds: { readonly [Name in GrantKind]?: Kind } = REGISTRIES[registry];
  return kinds[kind];
}
