import { tagsFault } from '../json.ts'
import { fieldsOf } from '../link/fields.ts'
import { tagsIn } from '../tagList.ts'
import type { Mapping } from './mapping.ts'
import { columnNames, columnsOf, fill, parseTemplate } from './placeholders.ts'
import type { Part } from './placeholders.ts'
import { aboutField, columnsOfField, fromCells, tooLong } from './sources.ts'
import type { Row, Said } from './sources.ts'

/** The tags of a row, and where they come from. */
export interface RowTags {
  list: readonly string[]
  /** The column of the first tag that no link may have, or of all of them. */
  faultyAt: () => Pick<Said, 'field' | 'isCell' | 'column'>
}

const [field] = fieldsOf('tags')

/** Reads the tags of a row: those of the field, then one more of each column that is for one. */
export function tagReader(header: readonly string[], mapping: Mapping): (row: Row) => RowTags {
  const lists = columnsOfField(field as 'tags', mapping)
  const singles = mapping.columns.flatMap((use, column) => (use.to === 'tag' ? [column] : []))
  const template = templateReader(mapping.template[field as 'tags'] ?? '', header)
  const tagsOf = listing()
  const isSilent = singles.length === 0 && template.isEmpty
  return (row) => {
    const cell = fromCells(field as 'tags', lists, row)
    const listed = cell ? tagsOf(cell.text) : template.tagsFor(row)
    const source = cell ?? template.source
    if (cell ? singles.length === 0 : isSilent) return { list: listed, faultyAt: () => source }
    const single = singles.flatMap((column) => {
      const tag = (row.cells[column] ?? '').trim()
      return tag === '' ? [] : [{ tag, source: { ...source, isCell: true, column } }]
    })
    return {
      list: [...new Set([...listed, ...single.map(({ tag }) => tag)])],
      faultyAt: () => single.find(({ tag }) => tagsFault([tag]) !== null)?.source ?? source,
    }
  }
}

/** So many lists are kept, of texts of at most so many characters: in a table the same tags stand in many rows. */
const [mostKept, longestKept] = [1_000, 300]

const none: readonly string[] = []

/** Reads tags out of cells. */
function listing(): (cell: string) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return (cell) => {
    const kept = known.get(cell)
    if (kept) return kept
    const tags = tagsIn(cell)
    if (known.size >= mostKept) known.clear()
    if (cell.length <= longestKept) known.set(cell, tags)
    return tags
  }
}

// Noncharacters: they are never part of a text that means something (Unicode, 23.7), and JSON takes them.
const opening = '\ufdd0'
const closing = '\ufdd1'
const marked = /\ufdd0(\d+)\ufdd1/

/**
 * Reads a template of tags. It is divided before cells are put in, so that a comma in a cell makes no further tag; but a
 * placeholder that is a whole tag stands for as many as its cell lists.
 */
function templateReader(text: string, header: readonly string[]) {
  const parsed = parseTemplate(text, columnNames(header))
  const used = columnsOf(parsed)
  const source = {
    field: field as 'tags',
    isCell: false,
    column: used.length === 1 ? (used[0] ?? null) : null,
  }
  const { parts, fault } = parsed
  const tags = tagsIn(
    parts.map((part, at) => (typeof part === 'string' ? part : `${opening}${at}${closing}`)).join(''),
  ).map((tag) =>
    tag
      .split(marked)
      .map((piece, at): Part => (at % 2 === 0 ? piece : (parts[Number(piece)] ?? '')))
      .filter((piece) => piece !== ''),
  )
  const tagsOf = (tag: readonly Part[], { cells, found }: Row): string[] => {
    const [only] = tag
    if (tag.length === 1 && typeof only === 'number') return tagsIn(cells[only] ?? '')
    const filled = fill(tag, cells, (cell) => cell.trim())
    if (filled === null) found.fault({ column: source.column, text: aboutField(source, tooLong) })
    // What the template says itself stays as it is spelled.
    const made = tag.some((piece) => typeof piece === 'number') ? filled?.trim() : filled
    return made ? [made] : []
  }
  return {
    source,
    isEmpty: text === '',
    tagsFor: (row: Row): readonly string[] => {
      if (text === '') return none
      if (fault !== null) row.found.fault({ column: source.column, text: aboutField(source, fault) })
      return [...new Set(tags.flatMap((tag) => tagsOf(tag, row)))]
    },
  }
}
