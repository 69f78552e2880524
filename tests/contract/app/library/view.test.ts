import { expect, test } from 'vitest'
import { emptyView } from '../../../../contract/app/library/emptyView.ts'
import { libraryView } from '../../../../contract/app/library/view.ts'

test('emptyView has the default of each part of a view', () => {
  expect(libraryView.parse({})).toEqual(emptyView)
})
