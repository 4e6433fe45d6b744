/** Measures checks and lists through HTTP: processor time and latency. */
import { readCpuSeconds } from '../server-process.ts';
import { cpuSecondsBetween, readBackendsCpu } from '../serving/postgres-cpu.ts';
import { QUESTIONS, type Question } from './questions.ts';
import type { Sample } from './result.ts';
import { type Asked, load, SOURCES, type Source, type Subject } from './subject.ts';
import { inTurns } from './turns.ts';

const UNITS = { cpuUs: 'processor µs', p50Ms: 'p50 ms', p99Ms: 'p99 ms' } as const;
type Served = Readonly<Record<keyof typeof UNITS, number>>;

export const servedName = (question: Question, source: Source, unit: keyof typeof UNITS) =>
  `${question} from ${source}, ${UNITS[unit]}`;

export async function measureServed(
  subjects: readonly Subject[],
  round: number,
  seconds: number,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const source of SOURCES) {
    for (const question of QUESTIONS) {
      const results = await inTurns(subjects, round, (subject) =>
        ask(subject, { source, question, round, seconds }),
      );
      for (const unit of ['cpuUs', 'p50Ms', 'p99Ms'] as const) {
        const figure = servedName(question, source, unit);
        samples.push(results.toSample(figure, (served) => served[unit]));
      }
    }
  }
  return samples;
}

async function ask(subject: Subject, asked: Asked): Promise<Served> {
  const { ledger, apis } = subject;
  const { pid } = apis[asked.source];
  const readCpu = async () => ({
    own: readCpuSeconds(pid),
    postgres: await readBackendsCpu(ledger.database),
  });
  const before = await readCpu();
  const { requests, p50Ms, p99Ms } = await load(subject, asked);
  const after = await readCpu();
  const postgres = asked.source === 'PostgreSQL' ? cpuSecondsBetween(before.postgres, after.postgres) : 0;
  const cpuUs = (1e6 * (after.own - before.own + (postgres ?? 0))) / requests;
  return { cpuUs, p50Ms, p99Ms };
}
