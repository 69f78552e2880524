import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isObject, readData } from '../../../../contract/service/json/json.ts'
import {
  addRow,
  changeKind,
  isList,
  parseRows,
  parseUnfinishedRows,
  removeRow,
  renameRow,
  valueText,
} from '../../../../renderer/features/jsonEditor/rows.ts'
import type { DataList, DataRow, DataValue } from '../../../../renderer/features/jsonEditor/rows.ts'
import { toEditable } from '../../../../renderer/features/jsonEditor/spelling.ts'

const key = fc.string({ maxLength: 6 }).filter((name) => name !== '__proto__')
const object = fc.dictionary(key, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 6 })
const layout = fc.constantFrom(undefined, 2, '\t')

type Path = readonly number[]

function toRows(text: string): DataList {
  const list = parseRows(text)
  if (!list) throw new Error(`No rows: ${text}`)
  return list
}

function toList(value: DataValue): DataList {
  if (!isList(value)) throw new Error('The value has no rows.')
  return value
}

/** Returns every path in the rows with its value, outermost first. */
function listValues(value: DataValue, path: Path = []): { path: Path; value: DataValue }[] {
  const inner = isList(value)
    ? value.rows.flatMap((row, index) => listValues(row.value, [...path, index]))
    : []
  return [{ path, value }, ...inner]
}

/** Returns a list with one of the lists in it changed, as the editor does. */
function editList(list: DataList, [index, ...path]: Path, change: (list: DataList) => DataList): DataList {
  if (index === undefined) return change(list)
  return editRow(list, index, (row) => ({ ...row, value: editList(toList(row.value), path, change) }))
}

function editRow({ kind, rows, end }: DataList, index: number, change: (row: DataRow) => DataRow): DataList {
  const row = rows[index]
  if (!row) throw new Error('There is no such row.')
  return { kind, rows: rows.with(index, change(row)), end }
}

function setSpelling(list: DataList, path: Path, spelling: string): DataList {
  return editList(list, path.slice(0, -1), (parent) =>
    editRow(parent, path.at(-1) ?? 0, (row) => {
      if (isList(row.value)) throw new Error('The value has rows.')
      return { ...row, value: { kind: row.value.kind, spelling } }
    }),
  )
}

const remove = (list: DataList, path: Path) =>
  editList(list, path.slice(0, -1), (parent) => removeRow(parent, path.at(-1) ?? 0))
const add = (list: DataList, path: Path) => editList(list, path, (parent) => addRow(parent, path.length))

/** Builds a value by row edits alone, as a user would. */
function buildByRows(list: DataList, value: object, level = 0): DataList {
  return Object.entries(value).reduce((current, [name, child], index) => {
    const added = addRow(current, level)
    return editRow(added, index, (row) => {
      const named = row.name ? renameRow(row, name) : row
      if (typeof child === 'object' && child !== null) {
        const empty = toList(changeKind(row.value, Array.isArray(child) ? 'array' : 'object'))
        return { ...named, value: buildByRows(empty, child as object, level + 1) }
      }
      const kind = child === null ? 'null' : (typeof child as 'string' | 'number' | 'boolean')
      return { ...named, value: { kind, spelling: JSON.stringify(child) } }
    })
  }, list)
}

describe('rows', () => {
  it('rows reproduce their source text exactly', () => {
    fc.assert(
      fc.property(object, layout, (value, space) => {
        const text = JSON.stringify(value, null, space)
        expect(valueText(toRows(text))).toBe(text)
      }),
    )
  })

  it('rows can build any value', () => {
    fc.assert(
      fc.property(object, (value) => {
        const text = valueText(buildByRows(toRows(''), value))
        // JSON has only one zero: -0 is written as 0.
        expect(text === '' ? {} : JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('retyping every value as it is changes no character', () => {
    const text =
      '{"id": 12345678901234567890, "price": 1.50, "t": "\\u0061ä", "n": null, "l": [1e3, [ ], {}]}'
    const list = toRows(text)
    for (const { path, value } of listValues(list)) {
      if (isList(value)) continue
      const { kind, spelling } = value
      const typed = toEditable(kind, spelling)
      const newText = valueText(setSpelling(list, path, kind === 'string' ? JSON.stringify(typed) : typed))
      expect(JSON.parse(newText)).toEqual(JSON.parse(text))
      if (kind !== 'string') expect(newText).toBe(text)
    }
  })

  it('editing one row leaves every other spelling unchanged', () => {
    const text = '{\n\t"a" : 1.50,\n\t"b" : [ 1e3,2 ],\n\t"c" : 12345678901234567890\n}'
    const list = toRows(text)
    const renamed = editRow(list, 0, (row) => renameRow(row, 'a"b'))
    expect(valueText(setSpelling(list, [1, 0], '7'))).toBe(text.replace('1e3', '7'))
    expect(valueText(renamed)).toBe(text.replace('"a"', '"a\\"b"'))
    expect(valueText(remove(list, [1, 0]))).toBe(text.replace('1e3,', '').replace('[ 2', '[ 2'))
    expect(valueText(remove(list, [2]))).toBe('{\n\t"a" : 1.50,\n\t"b" : [ 1e3,2 ]\n}')
    expect(valueText(add(list, []))).toBe(text.replace('\n}', ',\n\t"": ""\n}'))
    expect(valueText(add(list, [1]))).toBe(text.replace('2 ]', '2, "" ]'))
  })

  it('a first row is on a line of its own, as deep as it is nested', () => {
    const group = editRow(addRow(toRows(''), 0), 0, (row) => ({
      ...renameRow(row, 'a'),
      value: addRow(toList(changeKind(row.value, 'object')), 1),
    }))
    expect(valueText(group)).toBe('{\n  "a": {\n    "": ""\n  }\n}')
  })

  it('removing any row leaves the same value without it', () => {
    fc.assert(
      fc.property(object, layout, fc.nat(), (value, space, seed) => {
        const list = toRows(JSON.stringify(value, null, space))
        const values = listValues(list)
        const paths = values.map(({ path }) => path).filter((path) => path.length > 0)
        fc.pre(paths.length > 0)
        const removed = paths[seed % paths.length] ?? []
        const text = valueText(remove(list, removed))
        expect(readData(text).ok).toBe(true)
        expect(listValues(toRows(text)).length).toBe(
          values.filter(({ path }) => !isUnder(path, removed)).length,
        )
      }),
    )
  })

  it('an incomplete number is in the text as typed, and stays with its row', () => {
    const typing = setSpelling(toRows('{"a": 1, "b": [2, 3], "c": 4}'), [1, 1], '1.')
    expect(valueText(typing)).toBe('{"a": 1, "b": [2, 1.], "c": 4}')
    expect(readData(valueText(typing)).ok).toBe(false)
    expect(valueText(setSpelling(typing, [2], '33'))).toBe('{"a": 1, "b": [2, 1.], "c": 33}')
    expect(valueText(setSpelling(typing, [1, 1], '1.5'))).toBe('{"a": 1, "b": [2, 1.5], "c": 4}')
    expect(valueText(remove(typing, [0]))).toBe('{"b": [2, 1.], "c": 4}')
    expect(valueText(remove(typing, [1, 0]))).toBe('{"a": 1, "b": [1.], "c": 4}')
    expect(valueText(remove(typing, [1]))).toBe('{"a": 1, "c": 4}')
  })

  it.each(['true', 'null', '"1"', '[1]'])('%s, typed as a number, is no valid app data', (spelling) => {
    const text = valueText({ kind: 'number', spelling })
    expect(parseRows(`{"price": ${text}}`)).toBeNull()
  })

  it.each(['12,5', '-1.234,50', '1x', '1.'])(
    'an unfinished number %s is read back from a draft as typed',
    (typed) => {
      const draft = valueText(setSpelling(toRows('{"t": "a: 1,5", "n": 1, "l": [1,2]}'), [1], typed))
      expect(draft).toBe(`{"t": "a: 1,5", "n": ${typed}, "l": [1,2]}`)
      expect(readData(draft).ok).toBe(false)
      const rows = parseUnfinishedRows(draft)?.rows ?? []
      expect(rows.map(({ value }) => value)).toMatchObject([
        { kind: 'string', spelling: '"a: 1,5"' },
        { kind: 'number', spelling: typed },
        { kind: 'array', rows: [{ value: { spelling: '1' } }, { value: { spelling: '2' } }] },
      ])
    },
  )

  it.each(['[1]', '{"a": }', '{"a": 1,b: 2}', '{"a": [1,]}', '{"a": 1', 'x'])(
    'rows with unfinished numbers cannot represent %j',
    (text) => {
      expect(parseUnfinishedRows(text)).toBeNull()
    },
  )

  it('a value that is switched back to its kind is restored unless it was edited', () => {
    const [row] = toRows('{"a": [1.50, "x"]}').rows
    const text = changeKind(row?.value ?? { kind: 'null', spelling: 'null' }, 'boolean')
    expect(valueText(changeKind(text, 'array'))).toBe('[1.50, "x"]')
    expect(valueText(changeKind({ kind: 'boolean', spelling: 'true' }, 'array'))).toBe('[true]')
  })

  it.each(['[1]', '"a"', '{"a": }', '{"a": "\n"}', 'x'])('rows cannot represent %j', (text) => {
    expect(parseRows(text)).toBeNull()
  })

  it.each([101, 3_000, 100_000])(
    'rows reject data nested %i levels deep, where a parser runs out of stack',
    (depth) => {
      expect(parseRows(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)).toBeNull()
      expect(parseRows(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)).toBeNull()
    },
  )

  it('rows reject more values than the limit', () => {
    expect(parseRows(`{"a": [${'1,'.repeat(20_000)}1]}`)).toBeNull()
  })

  it('rows with the same name are edited independently', () => {
    const duplicates = toRows('{"a": 1, "a": 2, "": 3, "": 4}')
    const renamed = editRow(duplicates, 3, (row) => renameRow(row, 'b'))
    expect(valueText(setSpelling(duplicates, [1], '7'))).toBe('{"a": 1, "a": 7, "": 3, "": 4}')
    expect(valueText(remove(duplicates, [1]))).toBe('{"a": 1, "": 3, "": 4}')
    expect(valueText(renamed)).toBe('{"a": 1, "a": 2, "": 3, "b": 4}')
  })

  it.each(['1.50', '-0', '1e400', '1E+2', '9223372036854775807', '"\\ud83d"', '"\\u0061\\/"', '"__proto__"'])(
    'rows next to %s keep its spelling whatever is edited',
    (spelling) => {
      const text = `{"other": 0, "it": ${spelling}, "__proto__": ${spelling}}`
      const added = add(toRows(text), [])
      const renamed = editRow(added, 1, (row) => renameRow(row, 'its'))
      const emptied = editRow(added, 2, (row) => ({ ...row, value: changeKind(row.value, 'null') }))
      expect(valueText(added)).toBe(text.replace(/}$/, ', "": ""}'))
      expect(valueText(setSpelling(added, [0], '12'))).toBe(valueText(added).replace('0', '12'))
      expect(valueText(remove(added, [0]))).toBe(valueText(added).replace('"other": 0, ', ''))
      expect(valueText(renamed)).toBe(valueText(added).replace('"it"', '"its"'))
      expect(valueText(emptied)).toBe(`{"other": 0, "it": ${spelling}, "__proto__": null, "": ""}`)
    },
  )

  it('rows accept every JSON object and nothing else', () => {
    const piece = fc.constantFrom(
      ...['{', '}', '[', ']', ',', ':', '"', '"a"', '1', '-', '.', 'e', '0', 'true', 'nul', ' '],
    )
    const noise = fc.constantFrom(...['//', '/* */', '\t', '\r', '\u00a0', '\ufeff', '\\', "'", '\u0001'])
    const text = fc
      .tuple(object, layout, fc.nat(), fc.oneof(piece, noise))
      .map(([value, space, seed, inserted]) => {
        const json = JSON.stringify(value, null, space)
        const offset = seed % (json.length + 1)
        return json.slice(0, offset) + inserted + json.slice(offset)
      })
    fc.assert(
      fc.property(text, (each) => {
        const list = parseRows(each)
        expect(list !== null).toBe(holdsObject(each))
        if (list) expect(valueText(list)).toBe(each)
      }),
      { numRuns: 1_000 },
    )
  })
})

function isUnder(path: Path, parent: Path): boolean {
  return parent.every((step, index) => path[index] === step)
}

function holdsObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text))
  } catch {
    return false
  }
}
