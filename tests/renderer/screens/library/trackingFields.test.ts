import { describe, expect, it } from 'vitest'
import {
  importedNames,
  listFilters,
  queryFields,
  rowColumns,
  sortNames,
} from '../../../../contract/app/library/columns/columnLists.ts'
import { emptyView } from '../../../../contract/app/library/emptyView.ts'
import { trackingNames } from '../../../../contract/service/link/fields.ts'
import { guessMapping } from '../../../../contract/app/runs/mapping/guess.ts'
import { rowFieldNames } from '../../../../contract/app/runs/mapping/mapping.ts'
import { formFromRequest } from '../../../../renderer/link/formFrom.ts'
import { parseView, toQuery } from '../../../../renderer/screens/library/view/viewQuery.ts'

describe.each(trackingNames)('the tracking field %s', (name) => {
  const field = `tracking_${name}` as const

  it('a tracking field limits a search as a prefix, and is a filter and an order of the library', () => {
    expect(queryFields).toHaveProperty(name, name)
    expect(rowColumns).toContain(name)
    expect(listFilters).toContain(name)
    expect((sortNames as readonly string[]).includes(name)).toBe(name !== 'medium')
  })

  it('a tracking field stays in the address of a filtered view', () => {
    const view = { ...emptyView, [name]: ['spring', 'summer'] }
    expect(parseView(toQuery(view))).toEqual(view)
  })

  it('a tracking field is recognized in an imported table and in the table of a bulk run', () => {
    expect(importedNames[name]).toContain(`utm${name}`)
    expect(rowFieldNames).toContain(field)
    const { columns } = guessMapping(['url', `utm_${name}`], [['https://shop.example', 'spring']])
    expect(columns[1]).toEqual({ to: 'field', field })
  })

  it('a tracking field is filled in by “Another like it”', () => {
    expect(formFromRequest({ [field]: 'spring' })).toHaveProperty(name, 'spring')
  })
})
