import { defineCollection } from 'astro:content';
import { docsSchema } from '@astrojs/starlight/schema';
import { createRepositoryLoader } from './repository-loader.ts';

export const collections = {
  docs: defineCollection({ loader: createRepositoryLoader(), schema: docsSchema() }),
};
