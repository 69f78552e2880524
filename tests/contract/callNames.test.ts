import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'contract/app/calls')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /[/\\]\w+\.ts$/.test(path),
)
const tables = await Promise.all(
  files.map(async (file) => {
    const module = (await import(join(folder, file))) as Record<string, object>
    const calls = Object.entries(module).filter(([name]) => name.endsWith('Calls'))
    return { file, names: calls.flatMap(([, table]) => Object.keys(table)) }
  }),
)

test.each(tables)(
  'the calls in contract/app/calls/$file include those with the file’s name and have a handler file of that name',
  ({ file, names }) => {
    const subject = basename(file, '.ts')
    expect(names.filter((name) => name.startsWith(`${subject}.`))).not.toEqual([])
    expect(existsSync(join(root, 'core/handlers', basename(file)))).toBe(true)
  },
)

test('no name is in two tables, where the later call would silently replace the earlier one', () => {
  const names = tables.flatMap((table) => table.names)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('the calls of one subject are in one table', () => {
  const subjects = tables.flatMap(({ names }) => [...new Set(names.map((name) => name.split('.')[0]))])
  expect(subjects.filter((subject, index) => subjects.indexOf(subject) !== index)).toEqual([])
})
