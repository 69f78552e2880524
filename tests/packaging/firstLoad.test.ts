import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..', '..', 'dist', 'renderer')
const read = (name: string) => readFileSync(join(folder, name))

/** Maximum number of files that the page names, and their sizes in bytes with gzip. */
const maxFiles = 15
const maxScriptBytes = 200_000
const maxStyleBytes = 45_000

/** The files that the built page names: scripts, what they import, and styles. */
const pageFiles = [
  ...read('index.html')
    .toString()
    .matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g),
].map(([, name = '']) => name)
const scripts = pageFiles.filter((name) => name.endsWith('.js'))
const styles = pageFiles.filter((name) => name.endsWith('.css'))
const gzipSize = (names: string[]) => names.reduce((sum, name) => sum + gzipSync(read(name)).length, 0)

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

  test(`the window loads at most ${maxFiles} files before its first screen`, () => {
    expect(pageFiles.length).toBeLessThanOrEqual(maxFiles)
  })

  test(`the window loads at most ${maxScriptBytes / 1_000} kB of scripts and ${maxStyleBytes / 1_000} kB of styles with gzip before its first screen`, () => {
    expect(gzipSize(scripts)).toBeLessThanOrEqual(maxScriptBytes)
    expect(gzipSize(styles)).toBeLessThanOrEqual(maxStyleBytes)
  })
})
