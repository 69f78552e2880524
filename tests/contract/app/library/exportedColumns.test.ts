import { expect, it } from 'vitest'
import { csvColumns, type CsvColumn } from '../../../../contract/app/library/columns/csvColumns.ts'
import { listColumns } from '../../../../contract/app/library/columns/listColumns.ts'

/** The columns of an exported table that have the content of a column of the list under other names. */
const exportedAs: Record<string, readonly CsvColumn[]> = {
  destination: ['desktop_custom_redirect', 'ios_custom_redirect', 'android_custom_redirect'],
  channel: ['tracking_source', 'tracking_medium'],
  campaign: ['tracking_campaign'],
  made: ['addedAt'],
  created: ['createdAt'],
  checked: ['checkedAt'],
}

/** Columns of the list that no exported table has. A new one belongs here, in `exportedAs` or in `csvColumns`. */
const notExported = ['reportChannel', 'author', 'opened']

it('every column of the list is in exported tables, or known not to be', () => {
  const names = Object.keys(listColumns).filter((name) => !Object.hasOwn(csvColumns, name))
  expect(names.filter((name) => !Object.hasOwn(exportedAs, name))).toEqual(notExported)
  const others = Object.values(exportedAs).flat()
  expect(others.filter((name) => !Object.hasOwn(csvColumns, name))).toEqual([])
})
