import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // Uses the sources of this repository's packages. Leave it out elsewhere.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  server: { port: Number(process.env['PORT'] ?? 5173), strictPort: true },
});
