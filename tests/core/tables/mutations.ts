import { utils, write } from '@e965/xlsx'
import type { BookType, CellObject, WorkSheet } from '@e965/xlsx'
import { encodeText } from './encodeText.ts'
import type { TableShape } from './tableShapes.ts'

/** Returns a whole number from 0 to `max - 1`. */
export type Random = (max: number) => number

/** A table as its owner means it, and what was written of it. */
export interface Mutation {
  /** The rows that are meant. */
  rows: string[][]
  content: Buffer | { text: string; html: string }
}

/** The rows of a text as written, which need not be what is meant. */
interface Written {
  rows: string[][]
  lines: string[]
}

const quote = (cell: string, delimiter: string) =>
  cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
const lineOf = (cells: readonly string[], delimiter: string) =>
  cells.map((cell) => quote(cell, delimiter)).join(delimiter)
const rawLine = (cells: readonly string[], delimiter: string) => cells.join(delimiter)

/** The column of addresses. */
export const addressColumn = ({ rows }: TableShape) =>
  rows[0]?.findIndex((cell) => cell.startsWith('http')) ?? 0
const widthOf = ({ rows }: TableShape) => rows[0]?.length ?? 0
const pick = <T>(list: readonly T[], random: Random): T => list[random(list.length)] as T

function change(rows: string[][], row: number, edit: (cells: string[]) => void): string[][] {
  return rows.map((cells, index) => {
    const copy = [...cells]
    if (index === row) edit(copy)
    return copy
  })
}

type TextMutation = (shape: TableShape, random: Random) => Written
const linesOf = ({ header, delimiter }: TableShape, rows: readonly string[][]) =>
  [...(header ? [header] : []), ...rows].map((cells) => lineOf(cells, delimiter))

/** Replaces the line of a row. */
function writtenWith(shape: TableShape, rows: string[][], row: number, ...lines: string[]): Written {
  const all = linesOf(shape, rows)
  all.splice((shape.header ? 1 : 0) + row, 1, ...lines)
  return { rows, lines: all }
}

/** What happens to texts: by people, by other programs, and on the way. */
export const textMutations: Record<string, TextMutation> = {
  'an address with the separator': (shape, random) => {
    const { delimiter } = shape
    const row = random(shape.rows.length)
    const rows = change(shape.rows, row, (cells) => {
      cells[addressColumn(shape)] = (cells[addressColumn(shape)] ?? '') + `?ids=1${delimiter}2${delimiter}3`
    })
    return writtenWith(shape, rows, row, rawLine(rows[row] ?? [], delimiter))
  },
  'a text with the separator': (shape, random) => {
    const { delimiter } = shape
    const row = random(shape.rows.length)
    const column = random(shape.rows[0]?.length ?? 1)
    const rows = change(
      shape.rows,
      row,
      (cells) => void (cells[column] = (cells[column] ?? '') + `${delimiter} red`),
    )
    return writtenWith(shape, rows, row, rawLine(rows[row] ?? [], delimiter))
  },
  'a missing cell': (shape, random) => {
    // Of a list, no trace of the line would be left.
    if (shape.header === null) return { rows: shape.rows, lines: linesOf(shape, shape.rows) }
    const row = random(shape.rows.length)
    const cells = [...(shape.rows[row] ?? [])]
    cells.splice(random(cells.length), 1)
    return writtenWith(shape, shape.rows, row, lineOf(cells, shape.delimiter))
  },
  'two rows in one line': (shape, random) => {
    const row = random(shape.rows.length - 1)
    const lines = linesOf(shape, shape.rows)
    const index = (shape.header ? 1 : 0) + row
    lines.splice(index, 2, `${lines[index]}${shape.delimiter}${lines[index + 1]}`)
    return { rows: shape.rows, lines }
  },
  'a line break in a cell': (shape, random) => {
    const row = random(shape.rows.length)
    const column = random(shape.rows[0]?.length ?? 1)
    const line = rawLine(shape.rows[row] ?? [], shape.delimiter)
    const cell = shape.rows[row]?.[column] ?? ''
    const broken = `${cell.slice(0, cell.length / 2)}\n${cell.slice(cell.length / 2)}`
    return writtenWith(shape, shape.rows, row, line.replace(cell, broken))
  },
  'another separator in one row': (shape, random) => {
    const row = random(shape.rows.length)
    const other = pick(
      [',', ';', '\t', '|'].filter((each) => each !== shape.delimiter),
      random,
    )
    return writtenWith(shape, shape.rows, row, rawLine(shape.rows[row] ?? [], other))
  },
  'a quotation mark that is never closed': (shape, random) => {
    const row = random(shape.rows.length)
    const column = random(shape.rows[0]?.length ?? 1)
    const raw = change(shape.rows, row, (cells) => void (cells[column] = `"${cells[column]}`))
    return writtenWith(shape, shape.rows, row, rawLine(raw[row] ?? [], shape.delimiter))
  },
  'quotation marks in a text': (shape, random) => {
    const row = random(shape.rows.length)
    const column = addressColumn(shape) === 0 ? widthOf(shape) - 1 : 0
    if (column === addressColumn(shape)) return { rows: shape.rows, lines: linesOf(shape, shape.rows) }
    const rows = change(shape.rows, row, (cells) => void (cells[column] = (cells[column] ?? '') + ' 5" disc'))
    return writtenWith(shape, rows, row, rawLine(rows[row] ?? [], shape.delimiter))
  },
  'lines above the header': (shape, random) => {
    const { delimiter } = shape
    const fill = pick(['', delimiter.repeat(widthOf(shape) - 1)], random)
    const titles = ['Links for the spring campaign', 'Internal', '2026'].slice(0, 1 + random(3))
    const blank = pick([[], [''], [fill]], random)
    return {
      rows: shape.rows,
      lines: [...titles.map((title) => title + fill), ...blank, ...linesOf(shape, shape.rows)],
    }
  },
  'a line that declares the separator': (shape, random) => {
    const { delimiter } = shape
    const line = pick(
      [`sep=${delimiter}`, `"sep=${delimiter}"`, `SEP=${delimiter}`, `sep=${delimiter}${delimiter}`],
      random,
    )
    return { rows: shape.rows, lines: [line, ...linesOf(shape, shape.rows)] }
  },
  'blank lines': (shape, random) => {
    const fill = pick(['', shape.delimiter.repeat(random(8)), '   '], random)
    return {
      rows: shape.rows,
      lines: linesOf(shape, shape.rows).flatMap((line) => [
        line,
        ...Array.from({ length: random(3) }, () => fill),
      ]),
    }
  },
  'separators at the ends of lines': (shape, random) => {
    const count = 1 + random(4)
    const only = random(2) === 0 ? random(shape.rows.length) : null
    const lines = linesOf(shape, shape.rows).map((line, index) =>
      only === null || only === index ? line + shape.delimiter.repeat(count) : line,
    )
    return { rows: shape.rows, lines }
  },
  'invisible characters': (shape, random) => {
    const row = random(shape.rows.length)
    const column = random(shape.rows[0]?.length ?? 1)
    const character = pick(['\u200b', '\ufeff', '\u2060', '\u00ad', '\u202d'], random)
    const raw = change(shape.rows, row, (cells) => {
      const cell = cells[column] ?? ''
      cells[column] = pick([cell + character, character + cell, ` ${cell}\u00a0`], random)
    })
    return writtenWith(shape, shape.rows, row, rawLine(raw[row] ?? [], shape.delimiter))
  },
  'a word for nothing': (shape, random) => {
    const row = random(shape.rows.length)
    const column = widthOf(shape) - 1
    const word = pick(['null', 'NULL', '\\N', 'N/A', 'undefined', '#N/A', '#REF!', '########', 'nan'], random)
    if (column === addressColumn(shape)) return { rows: shape.rows, lines: linesOf(shape, shape.rows) }
    const rows = change(shape.rows, row, (cells) => void (cells[column] = ''))
    const raw = change(rows, row, (cells) => void (cells[column] = word))
    return writtenWith(shape, rows, row, rawLine(raw[row] ?? [], shape.delimiter))
  },
  'a formula that keeps a text': (shape, random) => {
    const row = random(shape.rows.length)
    const column = random(shape.rows[0]?.length ?? 1)
    const raw = change(shape.rows, row, (cells) => void (cells[column] = `="${cells[column]}"`))
    return writtenWith(
      shape,
      shape.rows,
      row,
      pick([rawLine, lineOf], random)(raw[row] ?? [], shape.delimiter),
    )
  },
  'a header that is repeated': (shape, random) => {
    const row = random(shape.rows.length)
    const lines = linesOf(shape, shape.rows)
    if (shape.header) lines.splice(1 + row, 0, lines[0] ?? '')
    return { rows: shape.rows, lines }
  },
  'a file that is cut off': (shape, random) => {
    const text = linesOf(shape, shape.rows).join('\n')
    const from = Math.floor(text.length / 2)
    return { rows: shape.rows, lines: text.slice(0, from + random(text.length - from)).split('\n') }
  },
  'the address before the first column': (shape, random) => {
    const row = random(shape.rows.length)
    const address = addressColumn(shape)
    const raw = change(shape.rows, row, (cells) => void cells.unshift(...cells.splice(address, 1)))
    return writtenWith(shape, shape.rows, row, rawLine(raw[row] ?? [], shape.delimiter))
  },
  'two addresses in a cell': (shape, random) => {
    const row = random(shape.rows.length)
    const raw = change(shape.rows, row, (cells) => {
      cells[addressColumn(shape)] = (cells[addressColumn(shape)] ?? '') + ` https://shop.example/second`
    })
    return writtenWith(shape, shape.rows, row, rawLine(raw[row] ?? [], shape.delimiter))
  },
  'an address of HTML': (shape, random) => {
    const row = random(shape.rows.length)
    const raw = change(
      shape.rows,
      row,
      (cells) => void (cells[addressColumn(shape)] = 'https://shop.example/?a=1&amp;b=2'),
    )
    const rows = change(
      shape.rows,
      row,
      (cells) => void (cells[addressColumn(shape)] = 'https://shop.example/?a=1&b=2'),
    )
    return writtenWith(shape, rows, row, rawLine(raw[row] ?? [], shape.delimiter))
  },
  nothing: (shape) => ({ rows: shape.rows, lines: linesOf(shape, shape.rows) }),
}

/** Writes the lines of a text, sometimes with other line ends, in another encoding, or with a stray byte. */
export function writeText({ encodings }: TableShape, { rows, lines }: Written, random: Random): Mutation {
  const lineEnd = pick(['\n', '\r\n', '\r'], random)
  const text = lines.join(lineEnd) + pick(['', lineEnd], random)
  const encoding = random(3) === 0 && encodings.length > 0 ? pick(encodings, random) : 'utf-8'
  return { rows, content: encodeText(text, encoding) }
}

/** Writes a list of objects, of which one may lack a member, have one more, or a value of another type. */
export function writeJson({ header, rows }: TableShape, random: Random): Mutation {
  const row = random(rows.length)
  const names = header ?? []
  const objects = rows.map((cells) =>
    Object.fromEntries(cells.map((cell, index) => [names[index] ?? '', cell] as const)),
  )
  const changed: Record<string, unknown> = objects[row] ?? {}
  const kind = random(4)
  const meant = change(rows, row, (cells) => void (kind < 2 && (cells[3] = '')))
  if (kind === 0) Reflect.deleteProperty(changed, 'utm_campaign')
  if (kind === 1) changed['utm_campaign'] = null
  if (kind === 2) changed['tags'] = [rows[row]?.[2]]
  return { rows: meant, content: Buffer.from(JSON.stringify(objects)) }
}

type SheetMutation = (rows: string[][], random: Random, sheet: WorkSheet) => string[][]

const cellAt = (row: number, column: number) => utils.encode_cell({ r: row, c: column })

/** What the library that writes the test files leaves out of these formats, so that nothing of it is in the file. */
export const unwritten: Record<string, readonly BookType[]> = {
  'a hidden row': ['biff8', 'ods', 'fods', 'html'],
  'a number with a format': ['ods', 'fods'],
}

/** What happens to cells of spreadsheets. Each changes the sheet and returns the rows that are meant. */
export const sheetMutations: Record<string, SheetMutation> = {
  'merged cells': (rows, random, sheet) => {
    const row = random(rows.length - 1)
    const meant = change(rows, row + 1, (cells) => void (cells[3] = rows[row]?.[3] ?? ''))
    Reflect.deleteProperty(sheet, cellAt(row + 2, 3))
    sheet['!merges'] = [{ s: { r: row + 1, c: 3 }, e: { r: row + 2, c: 3 } }]
    return meant
  },
  'a linked cell': (rows, random, sheet) => {
    const row = random(rows.length)
    const cell = sheet[cellAt(row + 1, 1)] as CellObject
    cell.l = { Target: rows[row]?.[1] ?? '' }
    cell.v = 'Landing page'
    return rows
  },
  'an error': (rows, random, sheet) => {
    const row = random(rows.length)
    sheet[cellAt(row + 1, 3)] = { t: 'e', v: 42 } satisfies CellObject
    return change(rows, row, (cells) => void (cells[3] = ''))
  },
  'a number with a format': (rows, random, sheet) => {
    const row = random(rows.length)
    sheet[cellAt(row + 1, 3)] = { t: 'n', v: 42, z: '"SKU-"0000' } satisfies CellObject
    return change(rows, row, (cells) => void (cells[3] = 'SKU-0042'))
  },
  'a number that lost digits': (rows, random, sheet) => {
    const row = random(rows.length)
    sheet[cellAt(row + 1, 3)] = { t: 'n', v: 1_234_567_890_123_456_800 } satisfies CellObject
    return change(rows, row, (cells) => void (cells[3] = '1234567890123456789'))
  },
  'a hidden row': (rows, random, sheet) => {
    const row = random(rows.length)
    sheet['!rows'] = []
    sheet['!rows'][row + 1] = { hidden: true }
    return rows.filter((_, index) => index !== row)
  },
  nothing: (rows) => rows,
}

/** Writes a workbook, sometimes below lines of titles. */
export function writeSheet(
  shape: TableShape,
  mutate: SheetMutation,
  { random, bookType }: { random: Random; bookType: BookType },
): Mutation {
  const sheet = utils.aoa_to_sheet([shape.header ?? [], ...shape.rows])
  const rows = mutate(shape.rows, random, sheet)
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Links')
  return { rows, content: Buffer.from(write(book, { type: 'buffer', bookType }) as Buffer) }
}
