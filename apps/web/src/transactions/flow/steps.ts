/** The list of steps that fills while a transaction goes its way. */
import { type Fee, outcomeOf, type Progress } from '@mandate/sdk/transactions';

type Hex = `0x${string}`;

/** `waiting`: it takes its time, or needs someone, but is not lost. */
export type StepState = 'todo' | 'busy' | 'done' | 'waiting' | 'bad';

export interface Step {
  readonly id: 'simulated' | 'signed' | 'sent' | 'inBlock' | 'known';
  readonly name: string;
  readonly state: StepState;
}

/** Facts that later steps no longer carry. */
export interface Facts extends Fee {
  readonly hash: Hex | null;
  readonly block: number | null;
}

const NO_PLACE = { hash: null, block: null };
export const NO_FACTS: Facts = { gas: null, feeWei: null, isWholeFee: false, ...NO_PLACE };

export function addFacts(facts: Facts, progress: Progress): Facts {
  switch (progress.step) {
    case 'signing':
      return feeOf(progress);
    case 'inBlock':
    case 'known':
    case 'safe':
    case 'reverted':
    case 'changedLater':
      return { ...facts, hash: progress.hash, block: progress.block };
    case 'sent':
    case 'takenBack':
    case 'dropped':
    case 'cancelled':
    case 'paused':
      return { ...facts, hash: progress.hash ?? facts.hash, block: null };
    default:
      return facts;
  }
}

const feeOf = ({ gas, feeWei, isWholeFee }: Fee): Facts => ({ gas, feeWei, isWholeFee, ...NO_PLACE });

const ORDER = ['simulated', 'signed', 'sent', 'inBlock', 'known'] as const;

/** The step that a progress is at. */
const PLACES: Readonly<Record<Progress['step'], Step['id']>> = {
  switching: 'simulated',
  wrongChain: 'simulated',
  wrongAccount: 'simulated',
  simulating: 'simulated',
  refused: 'simulated',
  signing: 'signed',
  proposed: 'signed',
  rejected: 'signed',
  failed: 'sent',
  dropped: 'sent',
  cancelled: 'sent',
  sent: 'inBlock',
  paused: 'inBlock',
  reverted: 'inBlock',
  takenBack: 'inBlock',
  inBlock: 'known',
  changedLater: 'known',
  known: 'known',
  safe: 'known',
};

/** A proposal that has its signatures waits for somebody who executes it. */
function placeOf(progress: Progress): Step['id'] {
  if (progress.step !== 'proposed') return PLACES[progress.step];
  const { signed, required } = progress;
  return signed !== null && required !== null && signed >= required ? 'sent' : 'signed';
}

function stateOf(progress: Progress): StepState {
  const { isDone, isEnd, canRetry } = outcomeOf(progress);
  if (isDone) return 'done';
  if (isEnd) return 'bad';
  return canRetry || progress.step === 'paused' || progress.step === 'proposed' ? 'waiting' : 'busy';
}

/** Returns all steps of a transaction. `null` if it has not begun. */
export function listSteps(progress: Progress | null, { block }: Facts): readonly Step[] {
  const place = ORDER.indexOf(progress ? placeOf(progress) : 'simulated');
  return ORDER.map((id, index) => ({
    id,
    name: nameOf(id, block),
    state: index < place ? 'done' : index === place && progress ? stateOf(progress) : 'todo',
  }));
}

function nameOf(id: Step['id'], block: number | null): string {
  if (id === 'simulated') return 'Tried out';
  if (id === 'signed') return 'Signed';
  if (id === 'sent') return 'Sent';
  if (id === 'known') return 'Confirmed by this service';
  return block === null ? 'In a block' : `In block ${block.toLocaleString('en')}`;
}
