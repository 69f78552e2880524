import type { Plugin } from 'vite'

/** What starts threads of the app and of the service. */
const starters = /\/(core\/libraryPrestart|service\/embeddedInThread|service\/store\/sqlite\/store)\.ts$/
const entry = /new URL\('\.\/(\w+)\.ts', import\.meta\.url\)/

const built = new URL('../../dist/main/', import.meta.url)

/**
 * Lets the threads of an app or a service inside a test's own process start from the build, as a person's do: from its sources
 * the library's takes twice as long, and hundreds of tests start one. Node loads it in either case, so Vitest leaves it alone.
 */
export function builtThreads(): Plugin {
  return {
    name: 'built-threads',
    enforce: 'pre',
    transform: {
      filter: { id: starters },
      handler(code, id) {
        const [named, file] = entry.exec(code) ?? []
        if (named === undefined) this.error(`There is no thread to start in ${id}.`)
        return { code: code.replace(named, `new URL('${new URL(`${file}.js`, built).href}')`), map: null }
      },
    },
  }
}
