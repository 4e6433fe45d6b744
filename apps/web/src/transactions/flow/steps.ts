/** The list of steps that fills while a transaction goes its way. */
import type { Progress } from '../send/progress.ts';

type Hex = `0x${string}`;

/** `waiting`: it takes its time, or needs someone, but is not lost. */
export type StepState = 'todo' | 'busy' | 'done' | 'waiting' | 'bad';

export interface Step {
  readonly id: 'simulated' | 'signed' | 'sent' | 'inBlock' | 'known';
  readonly name: string;
  readonly state: StepState;
}

/** Facts that later steps no longer carry. */
export interface Facts {
  readonly gas: bigint | null;
  readonly feeWei: bigint | null;
  readonly hash: Hex | null;
  readonly block: number | null;
}

export const NO_FACTS: Facts = { gas: null, feeWei: null, hash: null, block: null };

export function addFacts(facts: Facts, progress: Progress): Facts {
  switch (progress.step) {
    case 'signing':
      return { ...NO_FACTS, gas: progress.gas, feeWei: progress.feeWei };
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

const ORDER = ['simulated', 'signed', 'sent', 'inBlock', 'known'] as const;

/** The step that a progress is at, and how it is doing. */
const PLACES: Readonly<Record<Progress['step'], readonly [Step['id'], StepState]>> = {
  switching: ['simulated', 'busy'],
  wrongChain: ['simulated', 'bad'],
  wrongAccount: ['simulated', 'bad'],
  simulating: ['simulated', 'busy'],
  refused: ['simulated', 'bad'],
  signing: ['signed', 'busy'],
  rejected: ['signed', 'bad'],
  failed: ['sent', 'bad'],
  sent: ['inBlock', 'busy'],
  paused: ['inBlock', 'waiting'],
  dropped: ['sent', 'waiting'],
  cancelled: ['sent', 'bad'],
  reverted: ['inBlock', 'bad'],
  takenBack: ['inBlock', 'waiting'],
  inBlock: ['known', 'busy'],
  changedLater: ['known', 'bad'],
  known: ['known', 'done'],
  safe: ['known', 'done'],
};

/** Returns all steps of a transaction. `null` if it has not begun. */
export function listSteps(progress: Progress | null, { block }: Facts): readonly Step[] {
  const [at, state] = progress ? PLACES[progress.step] : (['simulated', 'todo'] as const);
  const place = ORDER.indexOf(at);
  return ORDER.map((id, index) => ({
    id,
    name: nameOf(id, block),
    state: index < place ? 'done' : index === place ? state : 'todo',
  }));
}

function nameOf(id: Step['id'], block: number | null): string {
  if (id === 'simulated') return 'Simulated';
  if (id === 'signed') return 'Signed';
  if (id === 'sent') return 'Sent';
  if (id === 'known') return 'Known to this service';
  return block === null ? 'In a block' : `In block ${block.toLocaleString('en')}`;
}
