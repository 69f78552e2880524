import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { isBuilt } from './freshness.ts'

/** Builds the bundles unless they are newer than the sources. Returns whether they exist now. */
export async function build(root: string, print: (line: string) => void): Promise<boolean> {
  if (isBuilt(root)) return true
  print('Building …')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    // Any other value, for example from a test runner, would build React's slower development version.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}
