import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { EnvironmentOptions } from 'vite'
import { markBuilt } from './scripts/start/freshness.ts'
import { emitReferenced } from './scripts/vite/emitReferenced.ts'
import { gatherLicenses, partialList } from './scripts/vite/licenses.ts'
import { onlyElectron } from './scripts/vite/onlyElectron.ts'
import { smallLibraries } from './scripts/vite/smallLibraries.ts'

const at = (path: string) => `${import.meta.dirname}/${path}`

/** A bundle that Node runs: the entry, with its threads and child processes as entries beside it. */
const forNode = (name: string, entry: string): EnvironmentOptions => ({
  consumer: 'server',
  // Everything from npm goes into the bundle, so that the packed app carries keytar and no other package.
  resolve: { noExternal: true, external: ['electron', 'keytar'] },
  // CommonJS packages ask where they are; in an ES module that has another name.
  define: { __filename: 'import.meta.filename', __dirname: 'import.meta.dirname' },
  build: {
    outDir: at(`dist/${name}`),
    copyPublicDir: false,
    ssr: true,
    rolldownOptions: {
      input: { [name]: at(entry) },
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        // A tenth of the bundle, which nobody reads; a stack still names functions and lines.
        comments: { annotation: false, jsdoc: false },
      },
    },
  },
})

/**
 * One `vite build` makes four bundles: the window for both hosts, Electron's main process and preload, and the browser host,
 * which from its sources would take four times as long to start.
 */
export default defineConfig({
  root: at('renderer'),
  plugins: [react(), emitReferenced(), onlyElectron(), smallLibraries()],
  publicDir: at('renderer/public'),
  resolve: {
    alias: { yaml: at('scripts/vite/noYaml.ts'), 'light-my-request': at('scripts/vite/noInject.ts') },
  },
  build: {
    emptyOutDir: true,
    target: 'es2024',
    reportCompressedSize: false,
    license: { fileName: partialList },
  },
  environments: {
    client: {
      build: { outDir: at('dist/renderer'), assetsInlineLimit: 0, modulePreload: { polyfill: false } },
    },
    main: forNode('main', 'electron/main.ts'),
    loopback: forNode('loopback', 'scripts/start/inBrowser.ts'),
    preload: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        outDir: at('dist/preload'),
        copyPublicDir: false,
        ssr: true,
        rolldownOptions: {
          input: { preload: at('electron/preload.ts') },
          output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
        },
      },
    },
  },
  builder: {
    buildApp: async (builder) => {
      const startedAt = Date.now()
      for (const environment of Object.values(builder.environments)) await builder.build(environment)
      gatherLicenses(import.meta.dirname)
      markBuilt(import.meta.dirname, startedAt)
    },
  },
})
