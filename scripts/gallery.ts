import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { createServer } from 'vite'

const root = join(import.meta.dirname, '..')
const gallery = join(root, 'tests', 'gallery')

/**
 * Implements `npm run gallery`: shows what the component tests render, on a page with hot reload. Stand-ins for Vitest run
 * each test until it first acts or expects.
 */
const server = await createServer({
  configFile: false,
  root: gallery,
  cacheDir: join(root, 'node_modules', '.vite', 'gallery'),
  plugins: [react()],
  resolve: {
    alias: [
      { find: /^vitest$/, replacement: join(gallery, 'vitest.ts') },
      { find: /^vitest\/browser$/, replacement: join(gallery, 'vitestBrowser.ts') },
      { find: /^vitest-browser-react$/, replacement: join(gallery, 'render.ts') },
    ],
  },
  // Prepares all packages at the start, because one found later would reload the page.
  optimizeDeps: { entries: ['../../renderer/main.tsx', '../renderer/**/*.tsx'] },
  logLevel: 'warn',
  server: { host: '127.0.0.1', fs: { allow: [root] } },
})
await server.listen()
console.log(`The gallery is at ${server.resolvedUrls?.local[0] ?? ''}`)
