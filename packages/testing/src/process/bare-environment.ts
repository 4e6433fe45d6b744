/** The part of our environment that a process needs to start: the programs, and the folder of compiled code if there is one. */
export const BARE_ENVIRONMENT: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};
