#!/usr/bin/env node
/** The command `mandate`. */
import { run } from './run.ts';

// The reader of a pipe may close it early, as `head` does.
const unread = new AbortController();
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  unread.abort(error);
});

/** Writes over the line before. */
const showProgress = (text: string) => void process.stderr.write(`\r\x1b[2K${text}`);

process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  isTerminal: process.stdout.isTTY === true,
  columns: process.stdout.columns ?? 80,
  now: Date.now,
  print: (text) => void process.stdout.write(`${text}\n`),
  printError: (text) => void process.stderr.write(`${text}\n`),
  ...(process.stderr.isTTY && process.env['TERM'] !== 'dumb' ? { showProgress } : {}),
  stdio: { input: process.stdin, output: process.stdout },
  signal: unread.signal,
});
