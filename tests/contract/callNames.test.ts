import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const files = readdirSync(join(root, 'contract/calls')).filter((name) => name !== 'mergeTables.ts')

/** Erasing closes the parts that handlers use, so it is answered before any handler. */
const withoutHandler = new Set(['erase.ts'])

test.each(files)(
  'the calls in contract/calls/%s start with the file’s name and have a handler file of that name',
  async (file) => {
    const module = (await import(join(root, 'contract/calls', file))) as Record<string, unknown>
    const tables = Object.entries(module).filter(([name]) => name.endsWith('Calls'))
    expect(tables).toHaveLength(1)
    const prefixes = Object.keys(tables[0]?.[1] as object).map((name) => name.split('.')[0])
    expect(new Set(prefixes)).toEqual(new Set([file.replace('.ts', '')]))
    if (!withoutHandler.has(file)) expect(existsSync(join(root, 'core/handlers', file))).toBe(true)
  },
)
