export { type Api, type ApiOptions, createApi } from './api.ts';
