import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { isBuilt } from './freshness.ts'

/** Builds the bundles unless they are there and newer than the sources. Gives whether they are there now. */
export async function build(root: string, print: (line: string) => void): Promise<boolean> {
  if (isBuilt(root)) return true
  print('Building …')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    // Set to anything else, by a test runner say, it would build React's slow half for developers.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}
