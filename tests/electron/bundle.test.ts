import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..', '..', 'dist', 'main')

const read = (name: string) => readFileSync(join(folder, name), 'utf8')

/** Returns a built module and all modules that must load before it can run. */
function closure(name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return []
  seen.add(name)
  const text = read(name)
  const needed = [...text.matchAll(/^(?:import|export)[^'"()]*["']\.\/([\w-]+\.js)["']/gm)]
  return [text, ...needed.flatMap(([, file = '']) => closure(file, seen))]
}

// A library is recognized by strings that only it contains, such as the names of its errors or of a class.
test.each([
  ['the service', 'FST_ERR_NOT_FOUND'],
  ['requests to a service', 'UND_ERR_BPL_MISSING_UPSTREAM'],
  ['a SOCKS proxy', 'SocksClientError'],
  ['updates', 'ERR_UPDATER_INVALID_RELEASE_FEED'],
])('the window does not wait for the code of %s', (_what, mark) => {
  const all = closure('app.js')
  expect(all.join('\n')).toContain('core/dispatch.ts')
  expect(all.filter((text) => text.includes(mark))).toEqual([])
  // Loaded later, or run by a thread.
  const named = /(?:import\(|new URL\()["'](?:\.\/)?([\w-]+\.js)["']/g
  const later = [...all.join('\n').matchAll(named)].map(([, name = '']) => read(name))
  expect(later.some((text) => text.includes(mark))).toBe(true)
})
