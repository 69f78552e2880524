import { fieldsOf, linkFields, namesOf, sectionTitles } from '../../../../contract/link/fields.ts'
import type { FieldName, SectionName } from '../../../../contract/link/fields.ts'
import { openAppColumnOf } from '../../../../contract/library/csvColumns.ts'
import { dataTypes, rowFieldNames, rowFields } from '../../../../contract/runs/mapping.ts'
import type { ColumnUse, RowField } from '../../../../contract/runs/mapping.ts'

interface Choice {
  value: string
  label: string
}

interface ChoiceGroup {
  group: string
  items: Choice[]
}

const openAppFields = new Set<RowField>(fieldsOf('appTarget').map(openAppColumnOf))

/** The section in which a field is offered: where links go, first of all. */
function sectionOf(field: RowField): SectionName {
  return field === 'everyone' || openAppFields.has(field) ? 'places' : linkFields[field as FieldName].section
}

const sectionsInOrder: readonly SectionName[] = [
  'places',
  ...namesOf(sectionTitles).filter((name) => name !== 'places'),
]

/** The fields by their sections; those that `keeps` says. */
export function fieldGroups(keeps: (field: RowField) => boolean = () => true): ChoiceGroup[] {
  return sectionsInOrder.flatMap((section) => {
    const items = rowFieldNames
      .filter((field) => sectionOf(field) === section && keeps(field))
      .map((field) => ({ value: `field ${field}`, label: rowFields[field] }))
    return items.length > 0 ? [{ group: sectionTitles[section], items }] : []
  })
}

/** What a column can become, in the order in which it is offered. */
export const columnChoices: (Choice | ChoiceGroup)[] = [
  { value: 'nothing', label: 'Not used' },
  ...fieldGroups().map(({ group, items }) => {
    if (group === sectionTitles.tags) return { group, items: [...items, { value: 'tag', label: 'One tag' }] }
    if (group !== sectionTitles.data) return { group, items }
    return { group, items: [...items, { value: 'data', label: 'A key in the app data' }] }
  }),
]

/** The choice that a use is. */
export function toChoice(use: ColumnUse): string {
  return use.to === 'field' ? `field ${use.field}` : use.to
}

/** The use that a choice is. The key is that of the column's name, until another is written. */
export function toColumnUse(choice: string, columnName: string): ColumnUse {
  if (choice === 'data') return { to: 'data', path: toDataKey(columnName), type: 'text' }
  if (choice === 'tag' || choice === 'nothing') return { to: choice }
  return { to: 'field', field: choice.replace('field ', '') as RowField }
}

function toDataKey(name: string): string {
  return name.trim().slice(0, 100) || 'key'
}

/** What a column's cells are in the app data, in words. */
export const typeLabels: Readonly<Record<(typeof dataTypes)[number], string>> = {
  text: 'Text',
  number: 'Number',
  yesNo: 'Yes or no',
  json: 'JSON',
}

/** What a field takes that is no free text; `null` for others. */
export function fieldHint(field: RowField): string | null {
  if (openAppFields.has(field)) return 'yes or no'
  if (field !== 'everyone' && linkFields[field as FieldName].kind === 'preview') return 'yes or no'
  if (field === 'tags') return 'Tags, with commas between them'
  return sectionOf(field) === 'places' ? 'https://…' : null
}
