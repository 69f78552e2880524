import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../renderer')

type Arrows = ReadonlyMap<string, ReadonlySet<string>>

/** The first circle found, as the way around it; `null` where every way ends. */
function circleIn(arrows: Arrows): string[] | null {
  const done = new Set<string>()
  const walk = (at: string, way: string[]): string[] | null => {
    if (way.includes(at)) return [...way.slice(way.indexOf(at)), at]
    if (done.has(at)) return null
    for (const next of arrows.get(at) ?? []) {
      const circle = walk(next, [...way, at])
      if (circle) return circle
    }
    done.add(at)
    return null
  }
  for (const start of arrows.keys()) {
    const circle = walk(start, [])
    if (circle) return circle
  }
  return null
}

/** Who imports whom, types and `import()` included, by names that `nameOf` gives to files. */
async function arrowsBy(nameOf: (path: string) => string): Promise<Arrows> {
  const arrows = new Map<string, Set<string>>()
  for await (const file of glob('**/*.{ts,tsx}', { cwd: root })) {
    const path = join(root, file)
    const from = nameOf(path)
    const to = arrows.get(from) ?? new Set<string>()
    arrows.set(from, to)
    for (const { fileName } of ts.preProcessFile(readFileSync(path, 'utf8')).importedFiles) {
      const target = resolve(dirname(path), fileName)
      if (fileName.startsWith('.') && nameOf(target) !== from) to.add(nameOf(target))
    }
  }
  return arrows
}

test('a circle is found, however long, and a way that ends is none', () => {
  const circle: Arrows = new Map([
    ['a', new Set(['b', 'c'])],
    ['b', new Set(['c'])],
    ['c', new Set(['d'])],
    ['d', new Set(['b'])],
  ])
  expect(circleIn(circle)).toEqual(['b', 'c', 'd', 'b'])
  expect(circleIn(new Map([...circle, ['d', new Set<string>()]]))).toBeNull()
})

test('no files of the window import one another in a circle', async () => {
  const arrows = await arrowsBy((path) => path)
  expect(arrows.size).toBeGreaterThan(100)
  expect(circleIn(arrows)).toBeNull()
})

test('no folders of the window import one another in a circle', async () => {
  const arrows = await arrowsBy(dirname)
  expect(arrows.size).toBeGreaterThan(10)
  expect(circleIn(arrows)).toBeNull()
})
