import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

/** Returns the first cycle as its path; `null` if there is none. */
function findCycle(imports: ImportGraph): string[] | null {
  const visited = new Set<string>()
  const walk = (node: string, path: string[]): string[] | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (visited.has(node)) return null
    for (const next of imports.get(node) ?? []) {
      const cycle = walk(next, [...path, node])
      if (cycle) return cycle
    }
    visited.add(node)
    return null
  }
  for (const start of imports.keys()) {
    const cycle = walk(start, [])
    if (cycle) return cycle
  }
  return null
}

/** Returns which modules of a part import each other, including types and `import()`. `toName` maps paths to names. */
async function buildGraph(part: string, toName: (path: string) => string): Promise<ImportGraph> {
  const imports = new Map<string, Set<string>>()
  const cwd = join(root, part)
  for await (const file of glob('**/*.{ts,tsx}', { cwd })) {
    const source = toName(join(part, file))
    const importedModules = imports.get(source) ?? new Set<string>()
    imports.set(source, importedModules)
    for (const { fileName } of ts.preProcessFile(readFileSync(join(cwd, file), 'utf8')).importedFiles) {
      if (!fileName.startsWith('.')) continue
      const target = resolve(cwd, dirname(file), fileName).slice(root.length + 1)
      if (target.startsWith(part + sep) && toName(target) !== source) importedModules.add(toName(target))
    }
  }
  return imports
}

/** Returns `core/keys` for everything in it, and `core/host.ts` for files next to the folders. */
function moduleFolder(path: string): string {
  return path.split(sep).slice(0, 2).join(sep)
}

/** Returns `contract/service/link` for everything in it. */
function subject(path: string): string {
  return path.split(sep).slice(0, 3).join(sep)
}

test('a cycle of any length is found, and a path that ends is not a cycle', () => {
  const cycle: ImportGraph = new Map([
    ['a', new Set(['b', 'c'])],
    ['b', new Set(['c'])],
    ['c', new Set(['d'])],
    ['d', new Set(['b'])],
  ])
  expect(findCycle(cycle)).toEqual(['b', 'c', 'd', 'b'])
  expect(findCycle(new Map([...cycle, ['d', new Set<string>()]]))).toBeNull()
})

describe.each([
  // In the window, each nested folder counts separately.
  { part: 'renderer', toFolder: dirname, files: 100, folders: 10 },
  { part: 'core', toFolder: moduleFolder, files: 60, folders: 15 },
  { part: 'service', toFolder: moduleFolder, files: 80, folders: 15 },
  { part: 'contract', toFolder: subject, files: 200, folders: 20 },
])('In $part/', ({ part, toFolder, files, folders }) => {
  test('no files import each other in a cycle', async () => {
    const imports = await buildGraph(part, (path) => path)
    expect(imports.size).toBeGreaterThan(files)
    expect(findCycle(imports)).toBeNull()
  })

  test('no folders import each other in a cycle', async () => {
    const imports = await buildGraph(part, toFolder)
    expect(imports.size).toBeGreaterThan(folders)
    expect(findCycle(imports)).toBeNull()
  })
})
