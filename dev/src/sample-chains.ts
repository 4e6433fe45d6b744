/**
 * Runs only the chains of `npm run dev`, for a service started elsewhere. `node dev/src/sample-chains.ts
 * <folder>` writes chains.json (for CHAINS_FILE) and examples.json (questions with their answers), and runs
 * until it is stopped.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom, writeChains } from '@mandate/contracts';
import { createCleanUp } from './clean-up.ts';
import { createSampleChain } from './sample-chain.ts';
import { listExamples } from './showcase.ts';
import { startChains } from './stack.ts';
import { playStory } from './story.ts';

const SEED = 1;
const POLL_MS = 200;

const [folder] = process.argv.slice(2);
if (!folder) {
  process.stderr.write('Usage: node dev/src/sample-chains.ts <folder>\n');
  process.exit(2);
}

const cleanUp = createCleanUp();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => cleanUp.run().then(() => process.exit(0)));
}

const chains = await startChains(cleanUp);
await Promise.all(chains.map((chain) => playStory(createSampleChain(chain, createRandom(SEED)), chain)));
write(join(folder, 'examples.json'), JSON.stringify(listExamples()));
write(join(folder, 'chains.json'), writeChains(chains, POLL_MS));

/** Writes atomically, because another process waits for the file. */
function write(file: string, text: string): void {
  writeFileSync(`${file}.part`, text);
  renameSync(`${file}.part`, file);
}
