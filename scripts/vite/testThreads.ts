import type { Plugin } from 'vite'

/** Modules that start threads of the app and the service, and the entries of these threads. */
const starters =
  /\/(core\/libraryPrestart|service\/embeddedInThread|service\/store\/sqlite\/(store|thread))\.ts$/
const entry = /new URL\('\.\/(\w+)\.ts', import\.meta\.url\)/

/** Modules whose threads receive what they open as their first message, so that they can be opened again. */
const reusable = /\/(core\/libraryPrestart|service\/store\/sqlite\/thread)\.ts$/

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
      filter: { id: starters },
      handler(code, id) {
        const built = code.replace(
          entry,
          (_match, file: string) => `new URL('${new URL(`${file}.js`, builtFolder).href}')`,
        )
        const pooled = reusable.test(id)
          ? `import { takeWorker } from '${pool}'\n${built.replaceAll('new Worker(', 'takeWorker(')}`
          : built
        if (pooled === code) this.error(`${id} starts no thread.`)
        return { code: pooled, map: null }
      },
    },
  }
}
