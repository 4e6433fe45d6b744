/** Runs a part of a scenario in a process of its own, so that its work and the scenario's do not distort each other. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Stage } from './stage.ts';

export function startForked(
  stage: Stage,
  name: `${string}/${string}`,
  onMessage: (sent: unknown) => void,
): ChildProcess {
  const child = fork(fileURLToPath(new URL(`./${name}.ts`, import.meta.url)), { execArgv: [] });
  child.on('message', onMessage);
  stage.defer(() => endForked(child));
  return child;
}

export async function endForked(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
