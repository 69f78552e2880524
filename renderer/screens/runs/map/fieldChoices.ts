import { fieldsOf, linkFields, namesOf, sectionTitles } from '../../../../contract/service/link/fields.ts'
import type { FieldName, SectionName } from '../../../../contract/service/link/fields.ts'
import {
  isParameter,
  parameterLabel,
  parameterName,
  parameterNameError,
  knownParameters,
} from '../../../../contract/service/link/parameters.ts'
import type { ParameterField } from '../../../../contract/service/link/parameters.ts'
import { toOpenAppColumn } from '../../../../contract/app/library/columns/csvColumns.ts'
import { dataTypes, rowFieldLabel, rowFieldNames } from '../../../../contract/app/runs/mapping/mapping.ts'
import type { ColumnUse, RowField } from '../../../../contract/app/runs/mapping/mapping.ts'

import type { useListedParameters } from '../../../link/useListedParameters.ts'

interface Choice {
  value: string
  label: string
}

interface ChoiceGroup {
  group: string
  items: Choice[]
}

const openAppFields = new Set<RowField>(fieldsOf('appTarget').map(toOpenAppColumn))

/** Returns the section of a field's choice. */
function getSection(field: RowField): SectionName {
  if (field === 'everyone') return 'basics'
  if (isParameter(field)) return 'tracking'
  return openAppFields.has(field) ? 'phones' : linkFields[field as FieldName].section
}

/** Returns the fields that `accepts` allows, grouped by section. `others` are parameters besides the usual ones. */
export function fieldGroups(
  accepts: (field: RowField) => boolean = () => true,
  others: readonly ParameterField[] = [],
  labelOf = parameterLabel,
): ChoiceGroup[] {
  const parameters = new Set([...knownParameters, ...others])
  return namesOf(sectionTitles).flatMap((section) => {
    const items = [...rowFieldNames, ...parameters]
      .filter((field) => getSection(field) === section && accepts(field))
      .map((field) => ({ value: `field ${field}`, label: choiceLabel(field, labelOf) }))
    return items.length > 0 ? [{ group: sectionTitles[section], items }] : []
  })
}

/** A parameter's label also has its name in addresses. */
function choiceLabel(field: RowField, labelOf: typeof parameterLabel): string {
  if (!isParameter(field)) return rowFieldLabel(field)
  const label = labelOf(field)
  const name = parameterName(field)
  return label === name ? `Parameter ${name}` : `${label}: ${name}`
}

/** Returns what a column can become, in the order of the list. `possible` uses are included if they are parameters. `unused` is the label of no use. */
export function listColumnChoices(
  possible: readonly ColumnUse[],
  { listed, labelOf }: ReturnType<typeof useListedParameters>,
  unused: string,
): (Choice | ChoiceGroup)[] {
  const parameters = possible.flatMap((use) =>
    use.to === 'field' && isParameter(use.field) ? [use.field] : [],
  )
  const named = parameters.filter((field) => parameterNameError(parameterName(field)) === null)
  return [
    { value: 'nothing', label: unused },
    ...fieldGroups(undefined, [...listed.map(({ field }) => field), ...named], labelOf).map(
      ({ group, items }) => {
        if (group === sectionTitles.tags)
          return { group, items: [...items, { value: 'tag', label: 'One tag' }] }
        if (group !== sectionTitles.data) return { group, items }
        return { group, items: [...items, { value: 'data', label: 'A key in the app data' }] }
      },
    ),
    { value: 'note', label: 'Note, only in your library' },
  ]
}

/** Returns the choice for a column's use. */
export function toChoice(use: ColumnUse): string {
  return use.to === 'field' ? `field ${use.field}` : use.to
}

/** Returns the use for a choice. The data key is the column's name until the user enters another. */
export function toColumnUse(choice: string, columnName: string): ColumnUse {
  if (choice === 'data') return { to: 'data', path: toDataKey(columnName), type: 'text' }
  if (choice === 'tag' || choice === 'nothing' || choice === 'note') return { to: choice }
  return { to: 'field', field: choice.replace('field ', '') as RowField }
}

function toDataKey(name: string): string {
  return name.trim().slice(0, 100) || 'key'
}

/** Labels of the data types in app data. */
export const typeLabels: Readonly<Record<(typeof dataTypes)[number], string>> = {
  text: 'Text',
  number: 'Number',
  yesNo: 'Yes or no',
  json: 'JSON',
}

/** Returns the format of a field that is not free text; `null` for others. */
export function fieldHint(field: RowField): string | null {
  if (isParameter(field)) return null
  if (openAppFields.has(field)) return 'yes or no'
  if (field !== 'everyone' && linkFields[field as FieldName].kind === 'preview') return 'yes or no'
  if (field === 'tags') return 'Tags, with commas between them'
  const isAddress =
    field === 'everyone' || ['target', 'appTarget'].includes(linkFields[field as FieldName].kind)
  return isAddress ? 'https://…' : null
}
