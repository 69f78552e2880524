import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'contract/app/calls')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /[/\\]\w+\.ts$/.test(path),
)

/** Erasing closes the parts that handlers use, so it is answered before any handler. */
const withoutHandler = new Set(['erase.ts'])

test.each(files)(
  'the calls in contract/app/calls/%s start with the file’s name and have a handler file of that name',
  async (file) => {
    const module = (await import(join(folder, file))) as Record<string, unknown>
    const tables = Object.entries(module).filter(([name]) => name.endsWith('Calls'))
    expect(tables).toHaveLength(1)
    const prefixes = Object.keys(tables[0]?.[1] as object).map((name) => name.split('.')[0])
    expect(new Set(prefixes)).toEqual(new Set([basename(file, '.ts')]))
    if (!withoutHandler.has(basename(file)))
      expect(existsSync(join(root, 'core/handlers', basename(file)))).toBe(true)
  },
)
