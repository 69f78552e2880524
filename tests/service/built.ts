import { join } from 'node:path'

/** Where the tests put the standalone service in one bundle. */
export const builtFolder = join(import.meta.dirname, '../../node_modules/.cache/service')

/** For tests that are not about the service's files: from its sources and packages it takes twice the processor time to start. */
export const builtEntry = join(builtFolder, 'main.js')
