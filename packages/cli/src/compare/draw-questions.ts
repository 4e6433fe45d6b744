/** Draws questions around delegations that the services know: some are true, many are nearly true. */
import {
  type Address,
  type BatchCheck,
  FULL_RIGHTS,
  type Grant,
  type Hex,
  type Kind,
  REGISTRIES,
} from '@mandate/sdk';
import type { Random } from './random.ts';

/** A question with all fields that a kind may need. Those that its kind does not take are left out at the end. */
interface Draft {
  readonly registry: keyof typeof REGISTRIES;
  readonly kind: string;
  readonly from: Address;
  readonly to: Address;
  readonly contract: Address;
  readonly tokenId: bigint;
  readonly rights: Hex | undefined;
}

type Grants = readonly [Grant, ...Grant[]];
type Change = (draft: Draft, random: Random, grants: Grants) => Draft;

const ZERO: Address = `0x${'0'.repeat(40)}`;
const ONE: Address = `0x${'1'.padStart(40, '0')}`;
const LARGEST = 2n ** 256n - 1n;

/** Exact questions come twice as often as each kind of near miss. */
const CHANGES: readonly [Change, ...Change[]] = [
  (draft) => draft,
  (draft) => draft,
  (draft) => ({ ...draft, from: draft.to, to: draft.from }),
  (draft, random, grants) => ({ ...draft, to: random.pick(grants).to }),
  (draft, random, grants) => ({ ...draft, from: random.pick(grants).from }),
  (draft, random, grants) => ({ ...draft, contract: random.pick(grants).contract ?? ONE }),
  (draft, random) => ({ ...draft, tokenId: random.pick([0n, draft.tokenId ^ 1n, LARGEST]) }),
  (draft, random, grants) => ({
    ...draft,
    rights: random.pick([undefined, FULL_RIGHTS, random.pick(grants).rights ?? undefined]),
  }),
  (draft, random) => ({ ...draft, from: random.pick([ZERO, ONE]) }),
  (draft, random) => ({ ...draft, kind: random.pick(listKinds(draft.registry)) }),
  (draft, random) => ({ ...draft, kind: random.pick(listKinds(draft.registry)) }),
];

function listKinds(registry: Draft['registry']): readonly [string, ...string[]] {
  const [first = 'all', ...others] = Object.keys(REGISTRIES[registry]);
  return [first, ...others];
}

export function drawQuestions(random: Random, grants: Grants, count: number, chainId: number): BatchCheck[] {
  return Array.from({ length: count }, () => {
    const change = random.pick(CHANGES);
    return toCheck(change(draftOf(random.pick(grants), random, grants), random, grants), chainId);
  });
}

/** Asks for what a grant covers. The fields that it lacks come from others, for kinds that need them. */
function draftOf(grant: Grant, random: Random, grants: Grants): Draft {
  const { registry, type, tokenType, from, to, contract, tokenId, rights } = grant;
  const kinds = Object.entries<Kind>(REGISTRIES[registry]);
  const found = kinds.find(([, kind]) => kind.type === type && kind.tokenType === tokenType);
  return {
    registry,
    kind: found?.[0] ?? 'all',
    from,
    to,
    contract: contract ?? random.pick(grants).contract ?? ONE,
    tokenId: tokenId ?? random.pick(grants).tokenId ?? 0n,
    rights: rights ?? undefined,
  };
}

function toCheck({ registry, kind: name, from, to, rights, ...fields }: Draft, chainId: number): BatchCheck {
  const kind = (REGISTRIES[registry] as Readonly<Record<string, Kind>>)[name];
  const scope = Object.fromEntries((kind?.scope ?? []).map((field) => [field, fields[field]]));
  const right = kind?.hasRights && rights ? { rights } : {};
  // A kind has exactly the fields of its scope.
  return { registry, kind: name, chainId, from, to, ...scope, ...right } as BatchCheck;
}
