/** The pictures of the repository's `docs/images`, as they are. */

import { root } from 'astro:config/server';
import { readdirSync, readFileSync } from 'node:fs';
import type { APIRoute, GetStaticPaths } from 'astro';

const FOLDER = new URL('../../docs/images/', root);

export const getStaticPaths = (() =>
  readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ params: { file: name } }))) satisfies GetStaticPaths;

export const GET: APIRoute = ({ params: { file = '' } }) =>
  new Response(new Uint8Array(readFileSync(new URL(file, FOLDER))));
