import { fieldsOf } from '../../../service/link/fields.ts'
import { isPiped, parseTagCell, parseTags } from '../../link/tagList.ts'
import { memoize } from '../../rules/memoize.ts'
import { cleanValue } from '../../values/cleanValue.ts'
import type { ColumnUse, Mapping } from './mapping.ts'
import { createColumnFinder, usedColumns, fillTemplate, parseTemplate } from '../template/placeholders.ts'
import type { ParsedTemplate } from '../template/placeholders.ts'
import { prefixFieldLabel, columnsOfField, readCells, tooLongMessage } from './sources.ts'
import type { Row, FieldText } from './sources.ts'

/** The tags of a row, and their source. */
export interface RowTags {
  list: readonly string[]
  /** Returns the column of the first tag that matches, or of all tags. */
  findSource: (matches: (tag: string) => boolean) => Pick<FieldText, 'field' | 'isCell' | 'column'>
}

const [tagFields] = fieldsOf('tags')

/** Returns a function that reads the tags of a row: those of the field, then one from each tag column. */
export function createTagReader(header: readonly string[], mapping: Mapping): (row: Row) => RowTags {
  const lists = columnsOfField(tagFields as 'tags', mapping)
  const tagColumns = mapping.columns.flatMap((use, column) => (use.to === 'tag' ? [column] : []))
  const template = createTemplateReader(mapping.template[tagFields as 'tags'] ?? '', header)
  const parseCell = memoize<readonly string[]>(parseTagCell)
  const isSilent = tagColumns.length === 0 && template.isEmpty
  return (row) => {
    const cell = readCells(tagFields as 'tags', lists, row)
    const tags = cell ? parseCell(cell.text) : template.tagsFor(row)
    const source = cell ?? template.source
    if (cell ? tagColumns.length === 0 : isSilent) return { list: tags, findSource: () => source }
    const single = tagColumns.flatMap((column) => {
      const tag = cleanValue('tags', row.cells[column] ?? '')
      return tag === '' ? [] : [{ tag, source: { ...source, isCell: true, column } }]
    })
    return {
      list: [...new Set([...tags, ...single.map(({ tag }) => tag)])],
      findSource: (matches) => single.find(({ tag }) => matches(tag))?.source ?? source,
    }
  }
}

/** Returns a note on a cell whose tags `|` separates, which can also be part of a tag; `null` for other cells. */
export function describePipedTags(use: ColumnUse | undefined, cell: string): string | null {
  return use?.to === 'field' && use.field === 'tags' && isPiped(cell)
    ? '“|” is read as a separator of tags.'
    : null
}

/**
 * Returns a reader for a template of tags. It is split before cells are inserted, so a comma in a cell adds
 * no tag. A placeholder that is a whole tag expands to all tags of its cell.
 */
function createTemplateReader(text: string, header: readonly string[]) {
  const names = createColumnFinder(header)
  const templates = parseTags(text).map((tag) => parseTemplate(tag, names))
  const columns = [...new Set(templates.flatMap(usedColumns))]
  const source = {
    field: tagFields as 'tags',
    isCell: false,
    column: columns.length === 1 ? (columns[0] ?? null) : null,
  }
  const fillTag = ({ parts, error }: ParsedTemplate, { cells, issues: reporter }: Row): string[] => {
    const [onlyPart] = parts
    if (parts.length === 1 && typeof onlyPart === 'number') return parseTagCell(cells[onlyPart] ?? '')
    const filled = error === null ? fillTemplate(parts, cells, (cell) => cleanValue('tags', cell)) : null
    if (filled === null)
      reporter.error({ column: source.column, text: prefixFieldLabel(source, error ?? tooLongMessage) })
    return filled ? [filled.trim()] : []
  }
  return {
    source,
    isEmpty: text === '',
    tagsFor: (row: Row): readonly string[] => [...new Set(templates.flatMap((tag) => fillTag(tag, row)))],
  }
}
