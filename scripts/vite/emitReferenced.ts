import { readFileSync } from 'node:fs'
import { basename, dirname, extname, resolve } from 'node:path'
import type { Plugin } from 'vite'

const reference = /new URL\(\s*(['"])(\.{1,2}\/[^'"]+)\1,\s*import\.meta\.url,?\s*\)/g

/**
 * Supports `new URL('./worker.ts', import.meta.url)` in sources and bundles alike: a script becomes its own entry
 * (for a worker or child process), any other file is copied.
 */
export function emitReferenced(): Plugin {
  return {
    name: 'emit-referenced',
    enforce: 'pre',
    applyToEnvironment: ({ config }) => config.consumer === 'server',
    // By default, Vite doesn't write copied files for server bundles.
    configEnvironment: (_name, { consumer }) =>
      consumer === 'server' ? { build: { emitAssets: true } } : null,
    transform: {
      filter: { code: 'import.meta.url' },
      handler(code, id) {
        const newCode = code.replace(reference, (_match, _quote, path: string) => {
          const file = resolve(dirname(id), path)
          const name = basename(file, extname(file))
          const referenceId = /\.[cm]?[jt]s$/.test(file)
            ? this.emitFile({ type: 'chunk', id: file, name })
            : this.emitFile({ type: 'asset', name: basename(file), source: readFileSync(file) })
          return `import.meta.ROLLUP_FILE_URL_${referenceId}`
        })
        return newCode === code ? null : { code: newCode, map: null }
      },
    },
    resolveFileUrl: ({ relativePath }) => `new URL(${JSON.stringify(relativePath)}, import.meta.url)`,
  }
}
