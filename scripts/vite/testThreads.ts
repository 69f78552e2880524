import type { Plugin } from 'vite'

/** Modules that name the entry of a thread of the app or the service. */
const named =
  /\/(core\/libraryPrestart|service\/embedded\/embeddedInThread|service\/store\/sqlite\/store)\.ts$/
const entry = /new URL\('\.\/(\w+)\.ts', import\.meta\.url\)/

/** Modules whose threads receive what they open as their first message, so that they can be opened again. */
const reusable = /\/(core\/libraryPrestart|service\/store\/sqlite\/writeBatcher)\.ts$/
const newWorker = /\bnew Worker\(/g

const builtFolder = new URL('../../dist/main/', import.meta.url)
const pool = new URL('../../tests/threads/pool.ts', import.meta.url).pathname

/**
 * Makes the threads of an app or service cheap in tests, which start thousands: they run the build, as in production,
 * which starts in half the time of the sources, and a thread that a test has closed is opened again by another.
 */
export function testThreads(): Plugin {
  return {
    name: 'test-threads',
    enforce: 'pre',
    transform: {
      filter: { id: [named, reusable] },
      handler(source, id) {
        let code = source
        if (named.test(id)) code = code.replace(entry, (_match, file: string) => builtUrl(file))
        if (named.test(id) && code === source) this.error(`${id} names no thread.`)
        if (!reusable.test(id)) return { code, map: null }
        const pooled = code.replace(newWorker, 'takeWorker(')
        if (pooled === code) this.error(`${id} starts no thread.`)
        return { code: `import { takeWorker } from '${pool}'\n${pooled}`, map: null }
      },
    },
  }
}

function builtUrl(file: string): string {
  return `new URL('${new URL(`${file}.js`, builtFolder).href}')`
}
