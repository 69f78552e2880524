import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..', '..', 'dist', 'main')

/** A built module with all those that it needs before it can run. */
function closure(name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return []
  seen.add(name)
  const text = readFileSync(join(folder, name), 'utf8')
  const needed = [...text.matchAll(/^(?:import|export)[^'"()]*["']\.\/([\w-]+\.js)["']/gm)]
  return [text, ...needed.flatMap(([, file = '']) => closure(file, seen))]
}

test('the window does not wait for the code of the service', () => {
  const server = 'node_modules/fastify/'
  const all = closure('main.js')
  expect(all.join('\n')).toContain('core/dispatch.ts')
  expect(all.filter((text) => text.includes(server))).toEqual([])
  const [service = ''] = closure('embedded.js')
  expect(service).toContain(server)
})
