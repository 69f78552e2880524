import { fieldsOf } from '../../../service/link/fields.ts'
import { isParameter } from '../../../service/link/parameters.ts'
import { formatTagCell, parseTagCell } from '../../link/tagList.ts'
import { fixValue, splitTag, type TextField } from '../../values/valueWarnings.ts'
import { isEmptyWord } from '../../../service/text/words.ts'
import type { ColumnUse } from './mapping.ts'
import { addressFields, cleanCell } from './sources.ts'

/**
 * Returns a function that fixes the values in a column that can't be meant so; `null` for columns that are never
 * repaired, such as app data. What is left out of every cell anyway stays in it.
 */
export function cellFixer(use: ColumnUse): ((cell: string) => string) | null {
  // A column of single tags has no place for several.
  if (use.to === 'tag') return (cell) => (splitTag(cell).length > 1 ? cell : fixText('tags', cell))
  if (use.to !== 'field') return null
  const { field } = use
  if (addressFields.has(field)) return (cell) => (isEmptyWord(cleanCell(field, cell)) ? '' : cell)
  if (field === 'tags') return fixTags
  const text = isParameter(field) ? field : textFields.find((name) => name === field)
  return text ? (cell) => fixText(text, cell) : null
}

const textFields: readonly TextField[] = [...fieldsOf('text'), ...fieldsOf('tracking')]

function fixText(field: TextField, cell: string): string {
  const cleaned = cleanCell(field, cell)
  const fixed = fixValue(field, cleaned)
  return fixed === cleaned ? cell : fixed
}

function fixTags(cell: string): string {
  const tags = parseTagCell(cell)
  const fixed = tags.flatMap((tag) => {
    const split = splitTag(tag)
    return (split.length > 1 ? split : [tag]).map((one) => fixValue('tags', one))
  })
  return fixed.join() === tags.join() ? cell : formatTagCell([...new Set(fixed.filter(Boolean))])
}
