import type { Plugin } from 'vite'

/** A sandboxed preload can require only `electron` from Node; anything else would fail in the window. */
export function onlyElectron(): Plugin {
  return {
    name: 'only-electron',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'preload',
    resolveId: {
      order: 'pre',
      handler(source, importer) {
        if (source === 'electron') return { id: source, external: true }
        if (!importer || /^\.{0,2}\//.test(source)) return null
        return this.error(`The preload may import only "electron", not "${source}" (in ${importer}).`)
      },
    },
  }
}
