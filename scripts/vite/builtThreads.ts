import type { Plugin } from 'vite'

/** Modules that start threads of the app and the service. */
const starters = /\/(core\/libraryPrestart|service\/embeddedInThread|service\/store\/sqlite\/store)\.ts$/
const entry = /new URL\('\.\/(\w+)\.ts', import\.meta\.url\)/

const builtFolder = new URL('../../dist/main/', import.meta.url)

/**
 * In tests, starts the threads of an app or service from the build, as in production. Hundreds of tests start the
 * library's thread, which takes twice as long from the sources. In both cases Node loads them, outside Vitest.
 */
export function builtThreads(): Plugin {
  return {
    name: 'built-threads',
    enforce: 'pre',
    transform: {
      filter: { id: starters },
      handler(code, id) {
        const [match, file] = entry.exec(code) ?? []
        if (match === undefined) this.error(`${id} starts no thread.`)
        return {
          code: code.replace(match, `new URL('${new URL(`${file}.js`, builtFolder).href}')`),
          map: null,
        }
      },
    },
  }
}
