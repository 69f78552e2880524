import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isObject, readData } from '../../../../contract/json.ts'
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
import { endOf, entriesOf, valueOf } from '../../../../renderer/features/jsonEditor/tree.ts'
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
    ...entriesOf(node).flatMap((entry, place) => walk(valueOf(entry), [...path, place])),
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
      if (entriesOf(node).length > 0 || path.length === 0) continue
      const spelling = text.slice(node.offset, endOf(node))
      const typed = spellingOf(node.type, editableOf(node.type, spelling))
      const after = textOf(typeValue(state, path, typed))
      expect(JSON.parse(after)).toEqual(JSON.parse(text))
      if (node.type !== 'string') expect(after).toBe(text)
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

  it.each([101, 3_000, 100_000])(
    'cannot be made of what is nested %i deep, where a parser runs out of stack',
    (depth) => {
      expect(rowsOf(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)).toBeNull()
      expect(rowsOf(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)).toBeNull()
    },
  )

  it('cannot be made of more values than anybody reads as rows', () => {
    expect(rowsOf(`{"a": [${'1,'.repeat(20_000)}1]}`)).toBeNull()
  })

  it('of one name are edited by their places, each by itself', () => {
    const twice = rows('{"a": 1, "a": 2, "": 3, "": 4}')
    expect(textOf(typeValue(twice, [1], '7'))).toBe('{"a": 1, "a": 7, "": 3, "": 4}')
    expect(textOf(removeRow(twice, [1]))).toBe('{"a": 1, "": 3, "": 4}')
    expect(textOf(rename(twice, [3], 'b'))).toBe('{"a": 1, "a": 2, "": 3, "b": 4}')
  })

  it.each(['1.50', '-0', '1e400', '1E+2', '9223372036854775807', '"\\ud83d"', '"\\u0061\\/"', '"__proto__"'])(
    'beside %s leave it as it is spelled, whatever is done',
    (spelling) => {
      const text = `{"other": 0, "it": ${spelling}, "__proto__": ${spelling}}`
      const added = addRow(rows(text), [], 'n', spelling)
      expect(textOf(added)).toBe(text.replace(/}$/, `, "n": ${spelling}}`))
      expect(textOf(typeValue(added, [0], '12'))).toBe(textOf(added).replace('0', '12'))
      expect(textOf(removeRow(added, [0]))).toBe(textOf(added).replace('"other": 0, ', ''))
      expect(textOf(rename(added, [1], 'its'))).toBe(textOf(added).replace('"it"', '"its"'))
      expect(textOf(retype(added, [2], 'null'))).toBe(
        `{"other": 0, "it": ${spelling}, "__proto__": null, "n": ${spelling}}`,
      )
    },
  )

  it('take every JSON object and nothing else', () => {
    const piece = fc.constantFrom(
      ...['{', '}', '[', ']', ',', ':', '"', '"a"', '1', '-', '.', 'e', '0', 'true', 'nul', ' '],
    )
    const noise = fc.constantFrom(...['//', '/* */', '\t', '\r', '\u00a0', '\ufeff', '\\', "'", '\u0001'])
    const text = fc
      .tuple(object, layout, fc.nat(), fc.oneof(piece, noise))
      .map(([value, space, at, inserted]) => {
        const whole = JSON.stringify(value, null, space)
        const place = at % (whole.length + 1)
        return whole.slice(0, place) + inserted + whole.slice(place)
      })
    fc.assert(
      fc.property(text, (each) => {
        const state = rowsOf(each)
        expect(state !== null).toBe(holdsObject(each))
        if (state) expect(textOf(state)).toBe(each)
      }),
      { numRuns: 1_000 },
    )
  })
})

function isUnder(path: Path, parent: Path): boolean {
  return parent.every((place, index) => path[index] === place)
}

function holdsObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text))
  } catch {
    return false
  }
}
