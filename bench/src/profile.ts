/** Profiles checks and lists with the read model under load, using Node's own profiler. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '@mandate/contracts';
import { createFolder, type Folder } from './at-exit.ts';
import { loadUrl } from './http-load.ts';
import type { Ledger } from './ledger.ts';
import { round } from './median.ts';
import type { Part } from './part.ts';
import { writeTable } from './report/markdown-table.ts';
import { createServedLedger } from './serving/data.ts';
import { QUESTIONS } from './serving/questions.ts';
import { startReadModel } from './serving/read-model.ts';

/** V8 needs this long to optimise the code. */
const WARM_UP_S = 10;

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

/** The parts that the time of each question goes to. */
export type ProfileResult = readonly {
  readonly question: string;
  /** Percent by place, the largest first. */
  readonly places: Readonly<Record<string, number>>;
}[];

const PROFILED = ['check/erc721', 'list of 1 row', 'list of 100 rows', 'resolve of 10 vaults'];

export const profile: Part = {
  about: 'where the time of checks and lists goes with the read model, as a profiler sees it',
  async run({ rows, seconds, keep }, say) {
    const ledger = await createServedLedger(rows, keep);
    const model = createFolder('read-model');
    try {
      const result: ProfileResult[number][] = [];
      for (const question of QUESTIONS.filter(({ name }) => PROFILED.includes(name))) {
        const places = await profileOne({ ledger, model }, question, seconds);
        say(`  ${question.name}`);
        for (const [place, percent] of Object.entries(places))
          say(`  ${String(percent).padStart(5)} % ${place}`);
        result.push({ question: question.name, places });
      }
      return { profile: result };
    } finally {
      model.remove();
      await ledger.drop();
    }
  },
};

async function profileOne(
  { ledger, model }: { readonly ledger: Ledger; readonly model: Folder },
  { choose, connections }: (typeof QUESTIONS)[number],
  seconds: number,
): Promise<Readonly<Record<string, number>>> {
  const profiles = createFolder('profile');
  try {
    const options = `--cpu-prof --cpu-prof-dir=${profiles.path} --cpu-prof-interval=500`;
    const child = await startReadModel(ledger, model, { NODE_OPTIONS: options });
    const random = createRandom(1);
    await loadUrl(child.url, () => choose(ledger.rows, random), {
      connections,
      seconds: WARM_UP_S + seconds,
    });
    await child.stop();
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

export function writeProfileTable(result: ProfileResult): string {
  const places = new Set(result.flatMap((each) => Object.keys(each.places)));
  return writeTable(
    ['where the time goes, in %', ...result.map(({ question }) => question)],
    [...places].map((place) => [place, ...result.map((each) => each.places[place] ?? '–')]),
  );
}
