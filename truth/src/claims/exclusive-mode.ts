/** Compares exclusive delegates with the views of the resolver contract. */
import { type Compared, tellApart } from '../compared.ts';
import { askViews } from '../contract-answers.ts';
import { askAt, nameAt } from '../extensions/at-moment.ts';
import { chooseMoments, type Moment } from '../extensions/moments.ts';
import type { Mode } from '../run.ts';
import type { Service } from '../service.ts';
import type { Pace } from './claims-history.ts';
import { type ClaimsContext, createClaimsMode } from './claims-mode.ts';
import { askExclusive, chooseExclusive, readVaults } from './exclusive-question.ts';
import { ART, NO_ID } from './tokens.ts';

const PACE: Pace = { blocks: 5, writes: [1, 6], moves: 0.5, amounts: 0, registries: ['v2'] };
/** Questions about each of the ten or so moments of a comparison. */
const QUESTIONS = 50;

export interface ExclusiveOptions {
  /** Questions about one moment. */
  readonly perMoment?: number;
  /** Wraps the API to prove that a run detects wrong answers. */
  readonly misled?: (service: Service) => Service;
}

export function createExclusiveMode({ perMoment = QUESTIONS, misled }: ExclusiveOptions = {}): Mode {
  return createClaimsMode({
    pace: PACE,
    misled,
    listParts(given) {
      const context = { ...given, service: readVaults(given.service) };
      // Exclusive delegates have no strict answers.
      const moments = chooseMoments(context.resting, context.random).filter(({ safe }) => !safe);
      return moments.map((moment) => ({
        name: moment.name,
        compare: () => [compareAt(context, moment, perMoment), compareOwnerless(context, moment)],
      }));
    },
  });
}

async function compareAt(context: ClaimsContext, moment: Moment, count: number): Promise<Compared> {
  const asked = Array.from({ length: count }, () => askExclusive(context, chooseExclusive(context.random)));
  const { differences } = await askAt(context, moment, asked);
  return { questions: count, differences };
}

/** Asks about a token that nobody owns: the contract reverts, and the service names nobody. */
async function compareOwnerless(context: ClaimsContext, moment: Moment): Promise<Compared> {
  const { service, resting, random } = context;
  const { identifier } = chooseExclusive(random);
  const token = { contract: ART.address, tokenId: NO_ID };
  const { name, path, query, read, ...view } = askExclusive(context, { type: 'owner', token, identifier });
  const chainId = String(resting.chain.chainId);
  const [contract, { status, body }] = await Promise.all([
    askViews(resting.chain, [view], moment.at.hash).then(String, () => 'null'),
    service.get(path, { ...query, ...moment.query, chainId }),
  ]);
  const ours = status === 200 ? String(read(body)) : `${status} ${body}`;
  return { questions: 1, differences: tellApart(nameAt(name, moment, resting), ours, contract) };
}
