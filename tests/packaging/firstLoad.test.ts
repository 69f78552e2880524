import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..', '..', 'dist', 'renderer')
const read = (name: string) => readFileSync(join(folder, name))

/** The files that the built page names: scripts, what they import, and styles. */
const pageFiles = [
  ...read('index.html')
    .toString()
    .matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g),
].map(([, name = '']) => name)
const scripts = pageFiles.filter((name) => name.endsWith('.js'))

describe('files loaded before the first screen', () => {
  test('the page names every script that loads before the first screen', () => {
    expect(scripts.length).toBeGreaterThan(0)
    const imported = scripts.flatMap((name) =>
      [
        ...read(name)
          .toString()
          .matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g),
      ].map(([, file = '']) => `assets/${file}`),
    )
    expect(imported.filter((name) => !scripts.includes(name))).toEqual([])
  })
})
