/** `mandate mcp`: the tools of assistants, until the assistant ends. */
import type { Client } from '@mandate/sdk';
import type { Command } from '../command.ts';
import { assertOptions, UsageError, type Values } from '../options.ts';
import type { Terminal } from '../output/terminal.ts';
import { readVersion } from '../read-version.ts';

const MORE = `It speaks the Model Context Protocol on stdin and stdout, and forwards every question to /mcp of the service.
All tools only read. Most assistants start it themselves, from an entry in their configuration:

  { "mcpServers": { "mandate": {
      "command": "mandate", "args": ["mcp"],
      "env": { "MANDATE_URL": "https://mandate.example" } } } }`;

export const MCP: Command = {
  usage: '',
  about: 'serve the tools of assistants (Model Context Protocol) over stdin and stdout',
  options: [],
  more: MORE,
  examples: ['mcp', 'mcp --url https://mandate.example'],
  run: runMcp,
};

async function runMcp(
  client: Client,
  rest: readonly string[],
  values: Values,
  { stdio, isTerminal, printError }: Terminal,
): Promise<number> {
  if (rest.length > 0) throw new UsageError('mcp takes no arguments.');
  assertOptions(values, 'mcp', [], []);
  if (!stdio) throw new UsageError('mcp needs stdin and stdout.');
  // Loaded here, because no other command needs the library of the protocol.
  const { forwardTools } = await import('./forward-tools.ts');
  const onReady = () => {
    if (isTerminal)
      printError(`Waiting for an assistant on stdin, with the tools of ${client.baseUrl}. Ctrl-C ends it.`);
  };
  await forwardTools(client, { ...stdio, version: readVersion(), onReady });
  return 0;
}
