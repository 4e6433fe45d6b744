import { type BatchCheck, batch, type Network, type Registry } from '@mandate/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { client } from '../../service/client.ts';
import { askOf, CHECKS, type Question } from '../question/check-kinds.ts';
import type { CheckSearch } from '../question/check-search.ts';
import { whenOf } from '../question/moments.ts';

interface ElsewhereProps {
  /** The question as the URL keeps it. Its answer is no. */
  readonly asked: CheckSearch;
  readonly question: Question;
  /** The block of that answer: a new answer asks again elsewhere, too. */
  readonly block: number;
  readonly networks: readonly Network[];
}

/** A registry of a chain. */
interface Place {
  readonly network: Network;
  readonly registry: Registry;
  readonly check: BatchCheck;
}

/** So many names are readable. */
const MAX_NAMES = 4;

/** Stands below a no: where else the answer is a yes. A place that does not answer is not known, and no part of a no. */
export function Elsewhere({ asked, question, block, networks }: ElsewhereProps) {
  const places = listPlaces(question, networks);
  const checks = places.map(({ check }) => check);
  const { data, error } = useQuery({
    queryKey: ['elsewhere', JSON.stringify(checks, writeBigInt), question.moment, block],
    enabled: places.length > 0,
    queryFn: async ({ signal }) => {
      const when = question.moment && whenOf(question.moment);
      return (await batch(client, checks, { signal, ...when })).answers;
    },
    staleTime: 0,
    gcTime: 0,
  });
  if (places.length === 0 || (!data && !error)) return null;
  // An earlier answer does not count while the service cannot give a new one.
  const answerAt = (place: Place) => (error ? null : (data?.[places.indexOf(place)]?.value ?? null));
  const yes = places.filter((place) => Boolean(answerAt(place)));
  const unknown = places.filter((place) => answerAt(place) === null);
  const no = places.filter((place) => !yes.includes(place) && !unknown.includes(place));
  return (
    <section className="box stack stack--s" aria-label="Elsewhere" role="status">
      {yes.map((place) => (
        <p key={nameOf(place)}>
          <strong>But yes {nameOf(place)}.</strong>{' '}
          <Link
            to="/check"
            search={{ ...asked, chain: place.network.chainId, registry: place.registry }}
            preload={false}
          >
            Open this answer
          </Link>
        </p>
      ))}
      {unknown.length > 0 && <p>Not known {namesOf(unknown)}.</p>}
      {no.length > 0 && yes.length === 0 && <p>No {namesOf(no)}, too.</p>}
    </section>
  );
}

const nameOf = ({ network, registry }: Place) => `on ${network.name} in registry ${registry}`;

function namesOf(places: readonly Place[]): string {
  const names = places.slice(0, MAX_NAMES).map(nameOf);
  const more = places.length - names.length;
  const others = more === 1 ? 'in one other registry' : `in ${more} other registries`;
  return new Intl.ListFormat('en').format(more > 0 ? [...names, others] : names);
}

const writeBigInt = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

/**
 * Only the same question is asked: a registry that lacks the kind is left out, and a contract of another chain is another
 * contract.
 */
function listPlaces(question: Question, networks: readonly Network[]): readonly Place[] {
  const { moment, ...now } = question;
  const { check, chainId } = now;
  if (moment?.when === 'block' || question.to.toLowerCase() === question.from.toLowerCase()) return [];
  return networks
    .filter((network) => network.chainId === chainId || check.kind === 'all')
    .flatMap((network) =>
      CHECKS.filter(
        ({ kind, registry }) =>
          kind === check.kind &&
          network.registries[registry] !== null &&
          (network.chainId !== chainId || registry !== check.registry),
      ).map(({ registry, questionOf }) => ({
        network,
        registry,
        check: questionOf(askOf({ ...now, chainId: network.chainId })),
      })),
    );
}
