import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { markBuilt } from './scripts/start/freshness.ts'
import { emitReferenced } from './scripts/vite/emitReferenced.ts'
import { mergeFirstLoad } from './scripts/vite/firstLoad.ts'
import { forNode } from './scripts/vite/forNode.ts'
import { gatherLicenses, partialList } from './scripts/vite/licenses.ts'
import { onlyElectron } from './scripts/vite/onlyElectron.ts'
import { smallLibraries } from './scripts/vite/smallLibraries.ts'

const firstLoad = mergeFirstLoad('client')
const at = (path: string) => `${import.meta.dirname}/${path}`

/**
 * One `vite build` makes four bundles: the window for both hosts, Electron's main process and preload, and the browser host,
 * which from its sources would take four times as long to start.
 */
export default defineConfig({
  root: at('renderer'),
  plugins: [react(), emitReferenced(), onlyElectron(), smallLibraries(), firstLoad.plugin],
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
      build: {
        outDir: at('dist/renderer'),
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 700,
        modulePreload: { polyfill: false },
        rolldownOptions: { output: firstLoad.output },
      },
    },
    main: forNode('main', at('electron/main.ts'), at('dist/main')),
    loopback: forNode('loopback', at('scripts/start/inBrowser.ts'), at('dist/loopback')),
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
      await firstLoad.find(builder)
      for (const environment of Object.values(builder.environments)) await builder.build(environment)
      gatherLicenses(import.meta.dirname)
      markBuilt(import.meta.dirname, startedAt)
    },
  },
})
