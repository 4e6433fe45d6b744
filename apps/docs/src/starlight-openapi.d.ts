/** The types of the plugin, whose own sources do not pass our compiler's settings: `tsconfig.check.json` leads here. */
import type { StarlightPlugin } from '@astrojs/starlight/types';

interface Schema {
  readonly base: string;
  readonly schema: string;
  readonly snippets: Readonly<Record<'operation' | 'requestBody' | 'response', boolean>>;
}

export default function starlightOpenAPI(schemas: readonly Schema[]): StarlightPlugin;
