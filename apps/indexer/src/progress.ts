/** What a person at a terminal sees: a line for each chain, drawn anew every second. */
import type { ChainStatus, Status } from './status.ts';

const REDRAW_MS = 1_000;
/** Speed is taken over so many redraws. */
const WINDOW = 10;
const WIDTH = 18;

export interface Progress {
  stop(): void;
}

export function startProgress(status: Status, out: NodeJS.WriteStream): Progress {
  const samples = new Map<number, number[]>();
  let drawn = 0;
  const draw = () => {
    const lines = [HEADING, ...status.list().map((chain) => lineOf(chain, speedOf(chain)))];
    out.write(`${drawn > 0 ? `\x1b[${drawn}A` : ''}${lines.map((line) => `${line}\x1b[K\n`).join('')}`);
    drawn = lines.length;
  };
  const speedOf = ({ chainId, indexed }: ChainStatus): number => {
    const seen = [...(samples.get(chainId) ?? []), indexed ?? 0].slice(-WINDOW - 1);
    samples.set(chainId, seen);
    const first = seen.find((block) => block > 0) ?? 0;
    const seconds = ((seen.length - 1 - seen.indexOf(first)) * REDRAW_MS) / 1000;
    return seconds > 0 ? Math.max(0, ((indexed ?? 0) - first) / seconds) : 0;
  };
  const timer = setInterval(draw, REDRAW_MS);
  draw();
  return {
    stop() {
      clearInterval(timer);
      draw();
    },
  };
}

const HEADING = `\x1b[2m${'chain'.padEnd(WIDTH)} ${'done'.padStart(6)} ${'indexed'.padStart(12)} ${'blocks/s'.padStart(9)} ${'events'.padStart(8)} ${'left'.padStart(7)} ${'lag'.padStart(9)}  state\x1b[0m`;

const COLOURS = {
  following: 32,
  backfilling: 36,
  standby: 2,
  starting: 2,
  failing: 33,
  tainted: 31,
} as const;

function lineOf({ name, indexed, head, events, state, problem }: ChainStatus, speed: number): string {
  const lag = head !== null && indexed !== null ? Math.max(0, head - indexed) : null;
  const done = head && indexed !== null ? `${((100 * indexed) / head).toFixed(1)} %` : '–';
  return [
    name.slice(0, WIDTH).padEnd(WIDTH),
    done.padStart(6),
    (indexed?.toLocaleString('en') ?? '–').padStart(12),
    (speed > 0 ? Math.round(speed).toLocaleString('en') : '–').padStart(9),
    events.toLocaleString('en').padStart(8),
    timeLeft(lag, speed).padStart(7),
    (lag?.toLocaleString('en') ?? '–').padStart(9),
    ` \x1b[${COLOURS[state]}m${state}\x1b[0m${problem ? ` ${problem.slice(0, 60)}` : ''}`,
  ].join(' ');
}

function timeLeft(lag: number | null, speed: number): string {
  if (!lag || speed <= 0) return '–';
  const seconds = lag / speed;
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
}
