import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The marker of Electron's fuses in its executable, followed by their version and count. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const fuseCount = 8

/** Creates a folder that the packager accepts as Electron's runtime for Linux. Returns the runtime's version. */
export function makeStubRuntime(folder: string): string {
  const manifest = createRequire(import.meta.url).resolve('electron/package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  mkdirSync(join(folder, 'locales'), { recursive: true })
  mkdirSync(join(folder, 'resources'))
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'locales/en-US.pak'])
    writeFileSync(join(folder, name), '')
  writeFileSync(join(folder, 'version'), version)
  const fuses = Buffer.concat([
    Buffer.from(sentinel),
    Buffer.from([1, fuseCount]),
    Buffer.from('0'.repeat(fuseCount)),
  ])
  writeFileSync(join(folder, 'electron'), fuses)
  chmodSync(join(folder, 'electron'), 0o755)
  return version
}

/** Returns the fuses of an executable in the order of Electron's documentation: `1` on, `0` off. */
export function readFuses(executable: string): string {
  const bytes = readFileSync(executable, 'latin1')
  const start = bytes.indexOf(sentinel) + sentinel.length + 2
  return bytes.slice(start, start + fuseCount)
}
