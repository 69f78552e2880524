import { join } from 'node:path'

/** Bundles of what tests run in separate processes. Running from source takes twice the CPU time. */
const folder = join(import.meta.dirname, '..', 'node_modules', '.cache', 'processes')

/** The standalone service, for tests that are not about its files. */
export const builtService = join(folder, 'service', 'main.js')

/** The app with its local service, from `tests/core/harness/appChild.ts`. */
export const builtApp = join(folder, 'app', 'main.js')
