export { type Api, createApi } from './app.ts';
