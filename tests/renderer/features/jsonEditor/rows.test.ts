import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readData } from '../../../../contract/json.ts'
import { editableOf, spellingOf } from '../../../../renderer/features/jsonEditor/spelling.ts'
import {
  addRow,
  keyOf,
  removeRow,
  rename,
  retype,
  rowsOf,
  textOf,
  typeValue,
} from '../../../../renderer/features/jsonEditor/rowsState.ts'
import type { RowsState } from '../../../../renderer/features/jsonEditor/rowsState.ts'
import type { DataNode, Path } from '../../../../renderer/features/jsonEditor/tree.ts'

const key = fc.string({ maxLength: 6 }).filter((name) => name !== '__proto__')
const object = fc.dictionary(key, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 6 })
const layout = fc.constantFrom(undefined, 2, '\t')

function rows(text: string): RowsState {
  const state = rowsOf(text)
  if (!state) throw new Error(`No rows: ${text}`)
  return state
}

/** Every path in the rows with the value at it. */
function valuesIn(state: RowsState): { path: Path; node: DataNode }[] {
  const walk = (node: DataNode, path: Path): { path: Path; node: DataNode }[] => [
    { path, node },
    ...node.entries.flatMap((entry, place) => walk(entry.node, [...path, place])),
  ]
  return walk(state.tree.root, [])
}

/** Builds a value by rows alone, as a person would click and type it. */
function enter(state: RowsState, path: Path, value: Record<string, unknown> | unknown[]): RowsState {
  return Object.entries(value).reduce((current, [name, child], place) => {
    const added = addRow(current, path, name)
    const at = [...path, place]
    if (typeof child !== 'object' || child === null) return retype(added, at, JSON.stringify(child))
    return enter(retype(added, at, Array.isArray(child) ? '[]' : '{}'), at, child as Record<string, unknown>)
  }, state)
}

describe('rows', () => {
  it('are the text that they were made of, to the letter', () => {
    fc.assert(
      fc.property(object, layout, (value, space) => {
        const text = JSON.stringify(value, null, space)
        expect(textOf(rows(text))).toBe(text)
      }),
    )
  })

  it('can build any value, and it is that value', () => {
    fc.assert(
      fc.property(object, (value) => {
        const text = textOf(enter(rows(''), [], value))
        // JSON has one zero: what is written for -0 is 0.
        expect(text === '' ? {} : JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('retyping every value as it is changes no letter', () => {
    const text =
      '{"id": 12345678901234567890, "price": 1.50, "t": "\\u0061ä", "n": null, "l": [1e3, [ ], {}]}'
    const state = rows(text)
    for (const { path, node } of valuesIn(state)) {
      if (node.entries.length > 0 || path.length === 0) continue
      const spelling = text.slice(node.from, node.to)
      const typed = spellingOf(node.kind, editableOf(node.kind, spelling))
      const after = textOf(typeValue(state, path, typed))
      expect(JSON.parse(after)).toEqual(JSON.parse(text))
      if (node.kind !== 'string') expect(after).toBe(text)
    }
  })

  it('an edit touches one value and leaves every other spelling alone', () => {
    const text = '{\n\t"a" : 1.50,\n\t"b" : [ 1e3,2 ],\n\t"c" : 12345678901234567890\n}'
    expect(textOf(typeValue(rows(text), [1, 0], '7'))).toBe(text.replace('1e3', '7'))
    expect(textOf(rename(rows(text), [0], 'a"b'))).toBe(text.replace('"a"', '"a\\"b"'))
    expect(textOf(removeRow(rows(text), [1, 0]))).toBe(text.replace('1e3,', ''))
    expect(textOf(removeRow(rows(text), [2]))).toBe('{\n\t"a" : 1.50,\n\t"b" : [ 1e3,2 ]\n}')
    expect(textOf(addRow(rows(text), [], 'd'))).toBe(text.replace('\n}', ',\n\t"d": ""\n}'))
    expect(textOf(addRow(rows(text), [1], ''))).toBe(text.replace('2 ]', '2, "" ]'))
  })

  it('removing any row leaves the same value without it', () => {
    fc.assert(
      fc.property(object, layout, fc.nat(), (value, space, which) => {
        const state = rows(JSON.stringify(value, null, space))
        const paths = valuesIn(state).filter(({ path }) => path.length > 0)
        fc.pre(paths.length > 0)
        const { path } = paths[which % paths.length] as { path: Path }
        const text = textOf(removeRow(state, path))
        expect(text === '' || readData(text).ok).toBe(true)
        expect(valuesIn(rows(text)).length).toBe(
          valuesIn(state).filter((each) => !keyOf(each.path).startsWith(keyOf(path))).length +
            valuesIn(state).filter(
              (each) => keyOf(each.path).startsWith(keyOf(path)) && !isUnder(each.path, path),
            ).length,
        )
      }),
    )
  })

  it('a number that is none stands in the text as it is typed, and is one again when it is mended', () => {
    const typing = typeValue(rows('{"a": 1, "b": 2}'), [0], '1.')
    expect(textOf(typing)).toBe('{"a": 1., "b": 2}')
    expect(readData(textOf(typing)).ok).toBe(false)
    const other = typeValue(typing, [1], '33')
    expect(textOf(other)).toBe('{"a": 1., "b": 33}')
    expect(textOf(typeValue(other, [0], '1.5'))).toBe('{"a": 1.5, "b": 33}')
  })

  it('a broken number moves up when a row before it goes, and goes with its own row', () => {
    const typing = typeValue(rows('{"a": 1, "b": [2, 3], "c": 4}'), [1, 1], 'x')
    expect(textOf(removeRow(typing, [0]))).toBe('{"b": [2, x], "c": 4}')
    expect(textOf(removeRow(typing, [1, 0]))).toBe('{"a": 1, "b": [x], "c": 4}')
    expect(textOf(removeRow(typing, [1]))).toBe('{"a": 1, "c": 4}')
  })

  it.each(['[1]', '"a"', '{"a": }', '{"a": "\n"}', 'x'])('cannot be made of %j', (text) => {
    expect(rowsOf(text)).toBeNull()
  })
})

function isUnder(path: Path, parent: Path): boolean {
  return parent.every((place, index) => path[index] === place)
}
