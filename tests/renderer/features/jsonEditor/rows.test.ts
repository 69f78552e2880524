import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isObject, readData } from '../../../../contract/service/json/json.ts'
import { toEditable, toSpelling } from '../../../../renderer/features/jsonEditor/spelling.ts'
import {
  addRow,
  pathKey,
  removeRow,
  renameRow,
  changeKind,
  parseRows,
  rowsText,
  setValue,
} from '../../../../renderer/features/jsonEditor/rowsState.ts'
import type { RowsState } from '../../../../renderer/features/jsonEditor/rowsState.ts'
import { nodeEnd, childEntries, entryValue } from '../../../../renderer/features/jsonEditor/tree.ts'
import type { DataNode, Path } from '../../../../renderer/features/jsonEditor/tree.ts'

const key = fc.string({ maxLength: 6 }).filter((name) => name !== '__proto__')
const object = fc.dictionary(key, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 6 })
const layout = fc.constantFrom(undefined, 2, '\t')

function toRows(text: string): RowsState {
  const state = parseRows(text)
  if (!state) throw new Error(`No rows: ${text}`)
  return state
}

/** Returns every path in the rows with its value. */
function listValues(state: RowsState): { path: Path; node: DataNode }[] {
  const walk = (node: DataNode, path: Path): { path: Path; node: DataNode }[] => [
    { path, node },
    ...childEntries(node).flatMap((entry, index) => walk(entryValue(entry), [...path, index])),
  ]
  return walk(state.tree.root, [])
}

/** Builds a value by row edits alone, as a user would. */
function buildByRows(state: RowsState, path: Path, value: Record<string, unknown> | unknown[]): RowsState {
  return Object.entries(value).reduce((current, [name, child], index) => {
    const added = addRow(current, path, name)
    const childPath = [...path, index]
    if (typeof child !== 'object' || child === null)
      return changeKind(added, childPath, JSON.stringify(child))
    return buildByRows(
      changeKind(added, childPath, Array.isArray(child) ? '[]' : '{}'),
      childPath,
      child as Record<string, unknown>,
    )
  }, state)
}

describe('rows', () => {
  it('rows reproduce their source text exactly', () => {
    fc.assert(
      fc.property(object, layout, (value, space) => {
        const text = JSON.stringify(value, null, space)
        expect(rowsText(toRows(text))).toBe(text)
      }),
    )
  })

  it('rows can build any value', () => {
    fc.assert(
      fc.property(object, (value) => {
        const text = rowsText(buildByRows(toRows(''), [], value))
        // JSON has only one zero: -0 is written as 0.
        expect(text === '' ? {} : JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('retyping every value as it is changes no character', () => {
    const text =
      '{"id": 12345678901234567890, "price": 1.50, "t": "\\u0061ä", "n": null, "l": [1e3, [ ], {}]}'
    const state = toRows(text)
    for (const { path, node } of listValues(state)) {
      if (childEntries(node).length > 0 || path.length === 0) continue
      const spelling = text.slice(node.offset, nodeEnd(node))
      const newSpelling = toSpelling(node.type, toEditable(node.type, spelling))
      const newText = rowsText(setValue(state, path, newSpelling))
      expect(JSON.parse(newText)).toEqual(JSON.parse(text))
      if (node.type !== 'string') expect(newText).toBe(text)
    }
  })

  it('editing one row leaves every other spelling unchanged', () => {
    const text = '{\n\t"a" : 1.50,\n\t"b" : [ 1e3,2 ],\n\t"c" : 12345678901234567890\n}'
    expect(rowsText(setValue(toRows(text), [1, 0], '7'))).toBe(text.replace('1e3', '7'))
    expect(rowsText(renameRow(toRows(text), [0], 'a"b'))).toBe(text.replace('"a"', '"a\\"b"'))
    expect(rowsText(removeRow(toRows(text), [1, 0]))).toBe(text.replace('1e3,', ''))
    expect(rowsText(removeRow(toRows(text), [2]))).toBe('{\n\t"a" : 1.50,\n\t"b" : [ 1e3,2 ]\n}')
    expect(rowsText(addRow(toRows(text), [], 'd'))).toBe(text.replace('\n}', ',\n\t"d": ""\n}'))
    expect(rowsText(addRow(toRows(text), [1], ''))).toBe(text.replace('2 ]', '2, "" ]'))
  })

  it('removing any row leaves the same value without it', () => {
    fc.assert(
      fc.property(object, layout, fc.nat(), (value, space, seed) => {
        const state = toRows(JSON.stringify(value, null, space))
        const paths = listValues(state).filter(({ path }) => path.length > 0)
        fc.pre(paths.length > 0)
        const { path } = paths[seed % paths.length] as { path: Path }
        const text = rowsText(removeRow(state, path))
        expect(text === '' || readData(text).ok).toBe(true)
        expect(listValues(toRows(text)).length).toBe(
          listValues(state).filter((each) => !pathKey(each.path).startsWith(pathKey(path))).length +
            listValues(state).filter(
              (each) => pathKey(each.path).startsWith(pathKey(path)) && !isUnder(each.path, path),
            ).length,
        )
      }),
    )
  })

  it('an incomplete number is in the text as typed, and becomes a number when completed', () => {
    const typing = setValue(toRows('{"a": 1, "b": 2}'), [0], '1.')
    expect(rowsText(typing)).toBe('{"a": 1., "b": 2}')
    expect(readData(rowsText(typing)).ok).toBe(false)
    const other = setValue(typing, [1], '33')
    expect(rowsText(other)).toBe('{"a": 1., "b": 33}')
    expect(rowsText(setValue(other, [0], '1.5'))).toBe('{"a": 1.5, "b": 33}')
  })

  it('an incomplete number moves up when an earlier row is removed, and disappears with its own row', () => {
    const typing = setValue(toRows('{"a": 1, "b": [2, 3], "c": 4}'), [1, 1], 'x')
    expect(rowsText(removeRow(typing, [0]))).toBe('{"b": [2, x], "c": 4}')
    expect(rowsText(removeRow(typing, [1, 0]))).toBe('{"a": 1, "b": [x], "c": 4}')
    expect(rowsText(removeRow(typing, [1]))).toBe('{"a": 1, "c": 4}')
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
    expect(rowsText(setValue(duplicates, [1], '7'))).toBe('{"a": 1, "a": 7, "": 3, "": 4}')
    expect(rowsText(removeRow(duplicates, [1]))).toBe('{"a": 1, "": 3, "": 4}')
    expect(rowsText(renameRow(duplicates, [3], 'b'))).toBe('{"a": 1, "a": 2, "": 3, "b": 4}')
  })

  it.each(['1.50', '-0', '1e400', '1E+2', '9223372036854775807', '"\\ud83d"', '"\\u0061\\/"', '"__proto__"'])(
    'rows next to %s keep its spelling whatever is edited',
    (spelling) => {
      const text = `{"other": 0, "it": ${spelling}, "__proto__": ${spelling}}`
      const added = addRow(toRows(text), [], 'n', spelling)
      expect(rowsText(added)).toBe(text.replace(/}$/, `, "n": ${spelling}}`))
      expect(rowsText(setValue(added, [0], '12'))).toBe(rowsText(added).replace('0', '12'))
      expect(rowsText(removeRow(added, [0]))).toBe(rowsText(added).replace('"other": 0, ', ''))
      expect(rowsText(renameRow(added, [1], 'its'))).toBe(rowsText(added).replace('"it"', '"its"'))
      expect(rowsText(changeKind(added, [2], 'null'))).toBe(
        `{"other": 0, "it": ${spelling}, "__proto__": null, "n": ${spelling}}`,
      )
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
        const state = parseRows(each)
        expect(state !== null).toBe(holdsObject(each))
        if (state) expect(rowsText(state)).toBe(each)
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
