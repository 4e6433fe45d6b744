/** Profiles checks and lists with the read model under load, using Node's own profiler. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '@mandate/contracts';
import { createFolder } from './folder.ts';
import { loadUrl } from './http-load.ts';
import { round } from './median.ts';
import type { Part } from './part.ts';
import { columnOf, writeFigureTable } from './report/figures.ts';
import { listEach, type Sample, toSamples } from './sample.ts';
import { makeReadModel, startWithReadModel } from './service.ts';
import { createServedLedger } from './serving/data.ts';
import { QUESTIONS, type ServingQuestion } from './serving/questions.ts';

/** V8 needs this long to optimise the code. */
const MAX_WARM_UP_S = 10;

/** A sample belongs to the first of these on its stack, from the inside out. */
const PLACES: readonly { readonly name: string; readonly isIt: (frame: Frame) => boolean }[] = [
  { name: 'collecting garbage', isIt: ({ functionName }) => functionName === '(garbage collector)' },
  { name: 'reading the question', isIt: ({ url }) => /\/request\/parameter\.ts$|\/zod\//.test(url) },
  { name: 'looking it up', isIt: ({ url }) => /\/(?:packages\/(?:read-model|core)|lmdb)\//.test(url) },
  { name: 'writing rows as JSON', isIt: ({ url }) => url.endsWith('/list-text.ts') },
  { name: 'writing the log', isIt: ({ url }) => url.endsWith('/request-log.ts') },
  { name: 'counting', isIt: ({ url }) => /\/(?:metrics|usage|tally)\.ts$/.test(url) },
  { name: 'keys and limits', isIt: ({ url }) => url.includes('/api/src/access/') },
  {
    name: 'writing the answer: Node, and the system',
    isIt: ({ url }) => url.endsWith('/http/headers.ts'),
  },
  { name: 'the rest of the operation', isIt: ({ url }) => url.includes('/api/src/') },
  { name: 'Fastify', isIt: ({ url }) => /\/(?:fastify|find-my-way|fast-querystring)\//.test(url) },
];
const REST = 'reading the request, and all else: Node, and the system';

interface Frame {
  readonly functionName: string;
  readonly url: string;
}

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame; readonly children?: number[] }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const PROFILED = ['check/erc721', 'list of 1 row', 'list of 100 rows', 'resolve of 10 vaults'];

export const profile: Part = {
  about: 'where the time of checks and lists goes with the read model, as a profiler sees it',
  baseline: () => null,
  async measure({ rows, seconds, warmUp, questions, keep }, note) {
    const warmUpSeconds = Math.min(warmUp * seconds, MAX_WARM_UP_S);
    const isAsked = ({ name }: ServingQuestion) =>
      PROFILED.includes(name) && questions.some((part) => name.includes(part));
    const ledger = await createServedLedger(rows, keep);
    const { folder } = await makeReadModel(ledger.url);
    const start = (env: NodeJS.ProcessEnv) => startWithReadModel(ledger.url, folder, { env });
    try {
      for (const question of QUESTIONS.filter(isAsked)) {
        const places = Object.entries(await profileOne(start, question, { rows, seconds, warmUpSeconds }));
        for (const [who, percent] of places) note(toSamples({ name: question.name, who }, { '%': percent }));
      }
    } finally {
      folder.remove();
      await ledger.drop();
    }
  },
};

/** Returns percent by place. */
async function profileOne(
  start: (env: NodeJS.ProcessEnv) => ReturnType<typeof startWithReadModel>,
  { choose, connections }: ServingQuestion,
  { rows, seconds, warmUpSeconds }: { rows: number; seconds: number; warmUpSeconds: number },
): Promise<Readonly<Record<string, number>>> {
  const profiles = createFolder('profile');
  try {
    const options = `--cpu-prof --cpu-prof-dir=${profiles.path} --cpu-prof-interval=500`;
    const { url, stop } = await start({ NODE_OPTIONS: options });
    const random = createRandom(1);
    await loadUrl(url, () => choose(rows, random), { connections, seconds: warmUpSeconds + seconds });
    await stop();
    const [name = ''] = readdirSync(profiles.path);
    return readProfile(JSON.parse(readFileSync(join(profiles.path, name), 'utf8')) as Profile, seconds);
  } finally {
    profiles.remove();
  }
}

/** Reads the last seconds under load: later samples are idle, and earlier ones belong to the warm-up. */
function readProfile({ nodes, samples, timeDeltas }: Profile, seconds: number): Record<string, number> {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  const placeOf = (id: number): string | null => {
    const frame = frames.get(id);
    if (frame?.functionName === '(idle)') return null;
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const above = frames.get(at);
      const place = above && PLACES.find(({ isIt }) => isIt(above));
      if (place) return place.name;
    }
    return REST;
  };
  const places = new Map(nodes.map(({ id }) => [id, placeOf(id)]));
  const times = new Map<string, number>();
  let busyUs = 0;
  for (let i = samples.length - 1; i >= 0 && busyUs < seconds * 1e6; i--) {
    const place = places.get(samples[i] ?? 0) ?? null;
    const us = timeDeltas[i] ?? 0;
    if (place === null) continue;
    busyUs += us;
    times.set(place, (times.get(place) ?? 0) + us);
  }
  const shares = [...times].toSorted(([, a], [, b]) => b - a);
  return Object.fromEntries(shares.map(([place, us]) => [place, round((100 * us) / busyUs, 1)]));
}

export function writeProfileTable(samples: readonly Sample[]): string {
  return writeFigureTable(
    listEach(samples, 'who').map((who) => ({ label: who, key: { who } })),
    listEach(samples, 'name').map((name) => columnOf(samples, '%', { head: `${name}, %`, of: { name } })),
  );
}
