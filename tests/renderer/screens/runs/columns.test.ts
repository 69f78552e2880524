import { expect, it } from 'vitest'
import type { Mapping } from '../../../../contract/app/runs/mapping/mapping.ts'
import { createCheckColumns, createResultColumns } from '../../../../renderer/screens/runs/rows/columns.ts'

const header = ['Name', 'Web', 'App', 'From']
const mapping: Mapping = {
  columns: [
    { to: 'field', field: 'title' },
    { to: 'field', field: 'everyone' },
    { to: 'field', field: 'ios_custom_redirect' },
    { to: 'field', field: 'tracking_source' },
  ],
  template: {},
}

it('columns with addresses are wider than titles, and those are wider than others, before and after a run', () => {
  for (const columns of [
    createCheckColumns({ header, mapping }),
    createResultColumns({ header, mapping }, false),
  ]) {
    const getWidth = (label: string) => columns.find((column) => column.label === label)?.width ?? 0
    expect(getWidth('Web')).toBeGreaterThan(getWidth('Name'))
    expect(getWidth('App')).toBe(getWidth('Web'))
    expect(getWidth('Name')).toBeGreaterThan(getWidth('From'))
  }
})

it('a check shows the titles and addresses that links get by the template', () => {
  const template = { title: '{{From}} {{Name}}', everyone: 'https://shop.example/{{Name}}' }
  const columns = createCheckColumns({ header, mapping: { ...mapping, template } })
  const labels = columns.map(({ label }) => label)
  expect(labels.slice(header.length, -1)).toEqual(['Resulting title', 'Resulting address'])
})

it('a note says that “|” separates the tags of a cell, which could also be one tag', () => {
  const tags = { columns: [{ to: 'field', field: 'tags' }], template: {} } satisfies Mapping
  const [column] = createCheckColumns({ header: ['Tags'], mapping: tags })
  expect(column?.note?.({ cells: ['spring|sale'] })).toBe('“|” is read as a separator of tags.')
  expect(column?.note?.({ cells: ['spring, sale'] })).toBeNull()
})

it('a note says what is left out of a cell when it is sent, except spaces around it', () => {
  const [name, web, , from] = createCheckColumns({ header, mapping })
  const row = { cells: [' A ', 'https://example.com/\u200b', '', '="news"'] }
  expect([name, web, from].map((column) => column?.note?.(row))).toEqual([
    null,
    'Invisible characters are left out.',
    'The ="…" around this text is left out.',
  ])
})
