import { join } from 'node:path'
import { build } from '../scripts/start/build.ts'

/** Runs before the tests: those of the hosts and the browser drive the built bytes, so these must be there and new. */
export default async function builtFirst(): Promise<void> {
  await build(join(import.meta.dirname, '..'), console.log)
}
