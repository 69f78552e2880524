import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..', '..', 'dist', 'main')

const read = (name: string) => readFileSync(join(folder, name), 'utf8')

/** Returns a built module and all modules that must load before it can run. */
function readWithImports(name: string, visited = new Set<string>()): string[] {
  if (visited.has(name)) return []
  visited.add(name)
  const text = read(name)
  const imports = [...text.matchAll(/^(?:import|export)[^'"()]*["']\.\/([\w-]+\.js)["']/gm)]
  return [text, ...imports.flatMap(([, file = '']) => readWithImports(file, visited))]
}

// A library is recognized by strings that only it contains, such as the names of its errors or of a class.
test.each([
  ['the service', 'FST_ERR_NOT_FOUND'],
  ['requests to a service', 'UND_ERR_BPL_MISSING_UPSTREAM'],
  ['a SOCKS proxy', 'SocksClientError'],
  ['updates', 'ERR_UPDATER_INVALID_RELEASE_FEED'],
])('the window does not wait for the code of %s', (_what, signature) => {
  const initialModules = readWithImports('app.js')
  expect(initialModules.join('\n')).toContain('core/dispatch.ts')
  expect(initialModules.filter((text) => text.includes(signature))).toEqual([])
  // Loaded later, or run by a thread.
  const laterReference = /(?:import\(|new URL\()["'](?:\.\/)?([\w-]+\.js)["']/g
  const laterModules = [...initialModules.join('\n').matchAll(laterReference)].map(([, name = '']) =>
    read(name),
  )
  expect(laterModules.some((text) => text.includes(signature))).toBe(true)
})
