import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { markBuilt } from './scripts/start/build.ts'
import { emitReferenced } from './scripts/vite/emitReferenced.ts'
import { mergedFirstLoad } from './scripts/vite/firstLoad.ts'
import { nodeEnvironment } from './scripts/vite/forNode.ts'
import { gatherLicenses, partialList } from './scripts/vite/licenses.ts'
import { onlyElectron } from './scripts/vite/onlyElectron.ts'

const fromRoot = (path: string) => `${import.meta.dirname}/${path}`

/**
 * One `vite build` makes four bundles: the window for both hosts, Electron's main process and preload, and the browser host,
 * which from its sources would take four times as long to start.
 */
export default defineConfig({
  root: fromRoot('renderer'),
  plugins: [react(), emitReferenced(), onlyElectron()],
  publicDir: fromRoot('renderer/public'),
  resolve: {
    alias: [
      {
        find: /^\.\/lib\/(mock|interceptor|cache|web)\/.+/,
        replacement: fromRoot('scripts/vite/noUndiciExtras.ts'),
      },
    ],
  },
  build: {
    emptyOutDir: true,
    target: 'es2024',
    // The first versions with `light-dark()`.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    reportCompressedSize: false,
    license: { fileName: partialList },
  },
  environments: {
    client: {
      build: {
        outDir: fromRoot('dist/renderer'),
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 1_000,
        modulePreload: {
          polyfill: false,
          // The lists of scripts to preload are 2 kB of the first load. Scripts come from this computer, so finding them one by one
          // costs nothing. Only styles must be loaded before a screen is drawn.
          resolveDependencies: (_file, dependencies, { hostType }) =>
            hostType === 'js' ? dependencies.filter((name) => name.endsWith('.css')) : dependencies,
        },
        rolldownOptions: { output: { codeSplitting: mergedFirstLoad } },
      },
    },
    main: nodeEnvironment('main', fromRoot('electron/main.ts'), fromRoot('dist/main')),
    loopback: nodeEnvironment('loopback', fromRoot('scripts/start/inBrowser.ts'), fromRoot('dist/loopback')),
    preload: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        outDir: fromRoot('dist/preload'),
        copyPublicDir: false,
        ssr: true,
        rolldownOptions: {
          input: { preload: fromRoot('electron/preload.ts') },
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
