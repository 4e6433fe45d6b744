/** Appends to GATE_FILES what each test file takes: the gate ends with a table of the slowest. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { DATABASES } from './ledger/database-channel.ts';

/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

const report = process.env['GATE_FILES'];
if (report) {
  const began = { at: performance.now(), cpuS: readCpuS() };
  const started = { processes: 0, databases: 0 };
  const onProcess = () => void started.processes++;
  const onDatabase = () => void started.databases++;
  let file = '';
  subscribe('child_process', onProcess);
  subscribe(DATABASES, onDatabase);
  beforeAll(() => {
    file = relative(process.cwd(), expect.getState().testPath ?? '');
  });
  afterAll(() => {
    unsubscribe('child_process', onProcess);
    unsubscribe(DATABASES, onDatabase);
    const wallS = (performance.now() - began.at) / 1_000;
    appendFileSync(report, `${JSON.stringify({ file, wallS, cpuS: readCpuS() - began.cpuS, ...started })}\n`);
  });
}

/** Reads the processor time of this process and of its children that have ended. */
function readCpuS(): number {
  // The name of the program, in parentheses, may have spaces. After it: utime, stime, cutime and cstime are 12 to 15.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks / TICKS_PER_SECOND;
}
