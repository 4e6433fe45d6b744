import { type BatchAnswer, type BatchCheck, batch, type Network } from '@mandate/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { client } from '../../service/client.ts';
import { REGISTRY_NAMES } from '../../words/grant-kinds.ts';
import { askOf, findCheck, type Question } from '../question/check-kinds.ts';
import type { CheckSearch } from '../question/check-search.ts';
import { whenOf } from '../question/moments.ts';

interface ElsewhereProps {
  /** The question as the URL keeps it. Its answer is no. */
  readonly asked: CheckSearch;
  readonly question: Question;
  readonly networks: readonly Network[];
}

interface Place {
  readonly network: Network;
  readonly registry: 'v1' | 'v2';
  readonly check: BatchCheck;
}

/** Stands below a no: where else the answer is a yes. A chain that does not answer is not known, and no part of a no. */
export function Elsewhere({ asked, question, networks }: ElsewhereProps) {
  const places = listPlaces(question, networks);
  const { data, error } = useQuery({
    queryKey: ['elsewhere', places.map(({ check }) => JSON.stringify(check, writeBigInt)), question.moment],
    enabled: places.length > 0,
    queryFn: async ({ signal }) => {
      const when = question.moment && whenOf(question.moment);
      const { answers } = await batch(
        client,
        places.map(({ check }) => check),
        { signal, ...when },
      );
      return answers;
    },
  });
  if (places.length === 0 || (!data && !error)) return null;
  const answerOf = (place: Place) => data?.[places.indexOf(place)];
  const yes = places.filter((place) => isYes(answerOf(place)));
  const silent = places.filter((place) => (answerOf(place)?.value ?? null) === null);
  return (
    <section className="yes-advice" aria-label="Elsewhere" role="status">
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
      {silent.length > 0 && (
        <p>Not known {new Intl.ListFormat('en', { type: 'disjunction' }).format(silent.map(nameOf))}.</p>
      )}
      {yes.length === 0 && silent.length < places.length && (
        <p>
          {silent.length > 0
            ? 'No everywhere else.'
            : 'No on every other chain and in every other registry, too.'}
        </p>
      )}
    </section>
  );
}

const isYes = (answer: BatchAnswer | undefined) => Boolean(answer?.value);
const nameOf = ({ network, registry }: Place) => `on ${network.name} in registry ${registry}`;
const writeBigInt = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

/** A contract of another chain is another contract: only a question about the whole wallet is asked on other chains. */
function listPlaces(question: Question, networks: readonly Network[]): readonly Place[] {
  const { moment, ...now } = question;
  const { check, chainId } = now;
  if (moment?.when === 'block' || question.to.toLowerCase() === question.from.toLowerCase()) return [];
  const asked = networks.filter((network) => network.chainId === chainId || check.kind === 'all');
  return asked.flatMap((network) =>
    REGISTRY_NAMES.filter(
      (registry) =>
        network.registries[registry] !== null && (network.chainId !== chainId || registry !== check.registry),
    ).map((registry) => ({
      network,
      registry,
      check: findCheck(registry, check.kind).questionOf(askOf({ ...now, chainId: network.chainId })),
    })),
  );
}
