/** Finds delegations in the ledger of a service that the forms can ask about. */

/** A delegation that stands, under the names of the API. */
export interface Sample {
  readonly registry: 'v1' | 'v2';
  readonly kind: string;
  readonly chainId: number;
  readonly from: string;
  readonly to: string;
  readonly contract?: string;
  readonly tokenId?: string;
  /** Left out: full rights. */
  readonly rights?: string;
}

/** The fields of a change of the feed that the samples need. */
export interface Change {
  readonly chainId: number;
  readonly change: string;
  readonly undone: boolean;
  readonly registry: 'v1' | 'v2';
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly contract: string | null;
  readonly tokenId: string | null;
  readonly rights: string | null;
  readonly tokenType: string | null;
}

const FULL_RIGHTS = /^0x0*$/;
/** One batch of at most 40 checks counts as one request. */
const MAX_CHECKS = 40;
const MAX_OF_KIND = 5;

/** Returns the newest grants of each kind that the changes leave in force, those with full rights first. */
export function listCandidates(changes: readonly Change[], chainIds: ReadonlySet<number>): readonly Sample[] {
  const standing = new Map<string, Sample>();
  for (const change of changes) {
    if (!chainIds.has(change.chainId)) continue;
    const sample = sampleOf(change);
    const key = JSON.stringify(sample);
    standing.delete(key);
    if ((change.change === 'revoked') === change.undone) standing.set(key, sample);
  }
  const newestFirst = [...standing.values()].reverse();
  const ordered = newestFirst.toSorted(
    (a, b) => Number(a.rights !== undefined) - Number(b.rights !== undefined),
  );
  const ofKinds = Map.groupBy(ordered, nameKind);
  return [...ofKinds.values()].flatMap((samples) => samples.slice(0, MAX_OF_KIND)).slice(0, MAX_CHECKS);
}

function sampleOf({
  chainId,
  registry,
  type,
  from,
  to,
  contract,
  tokenId,
  rights,
  tokenType,
}: Change): Sample {
  const token = registry === 'v1' ? 'token' : (tokenType ?? '').toLowerCase();
  return {
    registry,
    kind: type === 'TOKEN' ? token : type.toLowerCase(),
    chainId,
    from,
    to,
    ...(contract === null ? {} : { contract }),
    ...(tokenId === null ? {} : { tokenId }),
    ...(rights === null || FULL_RIGHTS.test(rights) ? {} : { rights }),
  };
}

const nameKind = ({ registry, kind }: Pick<Sample, 'registry' | 'kind'>) => `${registry} ${kind}`;

/** Returns the first sample of each kind whose check was answered with yes, under the name of its kind. */
export function chooseSamples(
  candidates: readonly Sample[],
  values: readonly unknown[],
): Readonly<Record<string, Sample>> {
  const chosen: Record<string, Sample> = {};
  for (const [i, sample] of candidates.entries()) {
    const stands = values[i] === true || (typeof values[i] === 'string' && values[i] !== '0');
    if (stands) chosen[nameKind(sample)] ??= sample;
  }
  return chosen;
}
