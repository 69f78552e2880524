import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isObject, readData, readJson, readTags, tagsError } from '../../../../contract/service/json/json.ts'
import type { Json, JsonError } from '../../../../contract/service/json/json.ts'
import { limits } from '../../../../contract/service/api/limits.ts'
import { anyText } from '../../../anyText.ts'

function errorFrom(read: { ok: true } | { ok: false; error: JsonError }): JsonError {
  if (read.ok) throw new Error('was expected to be refused')
  return read.error
}

const bytes = (text: string) => new TextEncoder().encode(text).length

describe('readJson', () => {
  it.each([
    ['', 1, 1, 'The text is empty.'],
    [' \n ', 2, 2, 'The text is empty.'],
    ['\ufeff{}', 1, 1, 'The text starts with a byte order mark (U+FEFF). Remove it.'],
    ['{"a":1,}', 1, 8, 'Unexpected }: remove the comma before it.'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'Unexpected string: a comma or colon may be missing before it.'],
    ['{\r\n"a" 1}', 2, 5, 'Unexpected number: a comma or colon may be missing before it.'],
    ["{'a':1}", 1, 2, `Unexpected ': put strings in straight double quotes, "…".`],
    ['{“a”:1}', 1, 2, 'Unexpected “: put strings in straight double quotes, "…".'],
    ['{"a":„b“}', 1, 6, 'Unexpected „: put strings in straight double quotes, "…".'],
    ['{"a":tru}', 1, 6, 'Unexpected "tru".'],
    ['{"a":NaN}', 1, 6, 'Unexpected "N".'],
    ['{"a":01}', 1, 7, 'Unexpected number.'],
    ['{"a":"\\x"}', 1, 7, 'Unexpected "x".'],
    ['{"a":1\u00a0}', 1, 7, 'Unexpected U+00A0.'],
    ['// note\n{}', 1, 1, 'Unexpected "/".'],
    ['{"a":1}{}', 1, 8, 'Unexpected {.'],
    ['{"a":"open', 1, 11, 'The JSON is incomplete: something isn’t closed.'],
    ['{"a":[1,2', 1, 10, 'The JSON is incomplete: something isn’t closed.'],
  ])('readJson locates the error in %j', (text, line, column, message) => {
    expect(errorFrom(readJson(text))).toMatchObject({ line, column, message })
  })

  it.each(['\n', '\t', '\0', '\u001f', '\r'])('readJson locates a raw %j inside a text', (char) => {
    const error = errorFrom(readJson(`{\n"a": "b${char}"}`))
    expect(error).toMatchObject({ line: 2, column: 8, offset: 9 })
    expect(error.message).toContain('as an escape')
  })

  it('readJson finds control characters despite quotes and backslashes', () => {
    expect(errorFrom(readJson('{"a\\"\\\\": "\\u0000", "b": "\n"}'))).toMatchObject({ line: 1, column: 27 })
  })

  it('readJson handles thousands of nested brackets', () => {
    for (const text of ['['.repeat(100_000), '{"a":'.repeat(50_000), `[${'{"a":['.repeat(20_000)}`]) {
      const error = errorFrom(readJson(text))
      expect(error.offset).toBeGreaterThanOrEqual(0)
      expect(error.message).not.toBe('')
    }
  })

  it('readJson reads everything that JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) as Json })
      }),
    )
  })

  it('readJson agrees with JSON.parse on invalid text and returns an offset inside it', () => {
    const broken = fc
      .tuple(
        fc.jsonValue(),
        fc.nat(),
        fc.nat(3),
        fc.constantFrom('', '"', '{', ']', ',', ':', '\\', '\n', '\u2028', '💥'),
      )
      .map(([value, at, cut, inserted]) => {
        const text = JSON.stringify(value, null, 1)
        const index = at % (text.length + 1)
        return text.slice(0, index) + inserted + text.slice(index + cut)
      })
    fc.assert(
      fc.property(broken, (text) => {
        const read = readJson(text)
        expect(read.ok).toBe(parses(text))
        if (!read.ok) expectPositionInside(text, read.error)
      }),
      { numRuns: 500 },
    )
  })

  it('readJson reports truncated text at its end', () => {
    const whole = JSON.stringify({ list: [1, 'two\n', { three: null }], yes: true, number: -1.5e3 })
    for (let length = 1; length < whole.length; length++) {
      const text = whole.slice(0, length)
      const error = errorFrom(readJson(text))
      expectPositionInside(text, error)
      if (/[[{,:"]$/.test(text)) expect(error.offset).toBe(length)
    }
  })
})

describe('readData', () => {
  it('readData returns the object in the text', () => {
    expect(readData('{"screen":"promo","id":42}')).toEqual({ ok: true, value: { screen: 'promo', id: 42 } })
    expect(readData('  {}\n')).toEqual({ ok: true, value: {} })
  })

  it.each(['[]', '"text"', '1', 'true', 'null', '[{}]'])(
    'readData rejects %s, which is not an object',
    (text) => {
      expect(errorFrom(readData(text)).message).toBe('The app data must be a JSON object: { … }.')
    },
  )

  it.each([
    ['{"a":1,"a":1}', 'a', 1, 8],
    ['{"a":1,"\\u0061":2}', 'a', 1, 8],
    ['{"\\u0061":1,"b":{},"a":2}', 'a', 1, 20],
    ['{"__proto__":1,"__proto__":2}', '__proto__', 1, 16],
    ['{"constructor":1,\n"constructor":2}', 'constructor', 2, 1],
    ['{"":1, "":2}', '', 1, 8],
    ['{"1":0,"1":0}', '1', 1, 8],
    ['{"x":{"y":[0,{"z":1,\r\n  "z":2}]}}', 'z', 2, 3],
    ['{"é":1,"\\u00e9":2}', 'é', 1, 8],
    ['{"💥":1,"\\ud83d\\udca5":2}', '💥', 1, 9],
  ])('readData locates the duplicate key in %s', (text, key, line, column) => {
    const error = errorFrom(readData(text))
    expect(error).toMatchObject({ line, column })
    expect(error.message).toBe(`The key ${JSON.stringify(key)} appears twice in the same object.`)
  })

  it('readData accepts equal keys in different objects, and similar keys', () => {
    expect(readData('{"a":{"a":[{"a":1},{"a":2}]},"A":1,"a ":2}').ok).toBe(true)
    expect(readData('{"é":1,"e\\u0301":2}').ok).toBe(true)
  })

  it('readData accepts a key named __proto__, and colons and brackets in texts', () => {
    expect(readData('{"__proto__":{"a":1},"b":"}{][:,\\":"}').ok).toBe(true)
  })

  it.each([
    ['arrays', (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`],
    ['objects', (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`],
  ])('readData accepts %s nested 32 levels deep and rejects 33', (_, nested) => {
    expect(readData(nested(limits.dataDepth)).ok).toBe(true)
    const text = nested(limits.dataDepth + 1)
    const error = errorFrom(readData(text))
    expect(error.message).toBe('The app data is nested deeper than 32 levels.')
    expect('[{').toContain(text[error.offset])
    expect(text.slice(0, error.offset).match(/[[{]/g)).toHaveLength(limits.dataDepth)
  })

  it('readData counts depth, not brackets', () => {
    expect(readData(`{"a":[${'[{}],'.repeat(500)}0]}`).ok).toBe(true)
  })

  it.each(['x', 'é', '€', '💥', '\\u0041'])('readData accepts exactly 32 KiB of %s', (filling) => {
    const freeBytes = limits.dataBytes - bytes('{"a":""}')
    const count = Math.floor(freeBytes / bytes(filling))
    const full = `{"a":"${filling.repeat(count)}${'.'.repeat(freeBytes - count * bytes(filling))}"}`
    expect(bytes(full)).toBe(limits.dataBytes)
    expect(readData(full).ok).toBe(true)
    expect(errorFrom(readData(`${full} `)).message).toBe('The app data is larger than 32 KiB.')
  })

  it('readData rejects a lone surrogate at its offset and accepts an escaped one', () => {
    expect(errorFrom(readData('{"a":"💥\ud83d"}'))).toMatchObject({ column: 9 })
    expect(readData('{"a":"\\ud83d","b":"\\u0000"}').ok).toBe(true)
  })

  it('readData accepts every object within the limits that JSON.stringify writes', () => {
    const object = fc.dictionary(anyText(), fc.jsonValue({ maxDepth: 5 }), {
      maxKeys: 10,
    })
    fc.assert(
      fc.property(object, (value) => {
        const text = JSON.stringify(value)
        expect(readData(text)).toEqual({ ok: true, value: JSON.parse(text) as Json })
      }),
    )
  })

  it('readData finds a duplicate key in any spelling and depth', () => {
    const spelled = fc
      .tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }), fc.nat(8), fc.boolean())
      .filter(([key]) => key.isWellFormed())
    fc.assert(
      fc.property(spelled, ([key, depth, inArray]) => {
        const escaped = JSON.stringify(key).slice(1, -1)
        const fully = Array.from({ length: key.length }, (_, at) => unicodeEscape(key.charCodeAt(at))).join(
          '',
        )
        const duplicateKeys = `{"${escaped}":1,"${fully}":2}`
        const [open, close] = inArray ? ['{"k":[', ']}'] : ['{"k":', '}']
        const text = open.repeat(depth) + duplicateKeys + close.repeat(depth)
        const error = errorFrom(readData(text))
        expect(error.message).toContain('appears twice')
        expect(text.slice(error.offset)).toMatch(/^"\\u/)
        expectPositionInside(text, error)
      }),
    )
  })
})

describe('readTags', () => {
  it('readTags keeps the order and drops repeats', () => {
    expect(readTags('["b","a","b","B","\\u0061"]')).toEqual({ ok: true, value: ['b', 'a', 'B'] })
    expect(readTags('[]')).toEqual({ ok: true, value: [] })
  })

  it.each([
    ['{"a":1}', 1, 'The tags must be a JSON array of strings: ["…", "…"].'],
    ['null', 1, 'The tags must be a JSON array of strings: ["…", "…"].'],
    ['["a", 1]', 7, 'Tag 2 is not a text.'],
    ['["a",[["b"],","],null]', 6, 'Tag 2 is not a text.'],
    ['["a,]\\"[", "", "c"]', 12, 'Tag 2 is empty.'],
    ['["a","\\u0000"]', 6, 'Tag 2 contains an invisible or damaged character.'],
    ['[ "\\ud83d"]', 3, 'Tag 1 contains an invisible or damaged character.'],
    ['["a",', 6, 'The JSON is incomplete: something isn’t closed.'],
  ])('readTags locates the error in %s', (text, column, message) => {
    expect(errorFrom(readTags(text))).toMatchObject({ line: 1, column, message })
  })

  it('readTags reports the line of an error in a multi-line list', () => {
    expect(errorFrom(readTags('[\n  "a",\n  {"b": [1, 2]}\n]'))).toMatchObject({ line: 3, column: 3 })
  })

  it('readTags counts code points and accepts 100 of 100', () => {
    const tags = Array.from({ length: limits.tags }, (_, index) =>
      String(index).padEnd(limits.tagLength, '…'),
    )
    expect(readTags(JSON.stringify(tags)).ok).toBe(true)
    expect(readTags(JSON.stringify(['💥'.repeat(limits.tagLength)])).ok).toBe(true)
    const long = errorFrom(readTags(JSON.stringify(['💥'.repeat(limits.tagLength + 1)])))
    expect(long.message).toBe('Tag 1 is longer than 100 characters.')
    expect(errorFrom(readTags(JSON.stringify([...tags, 'one more']))).message).toBe(
      'At most 100 tags are allowed.',
    )
  })

  it('tagsError returns the same message for a list as readTags for its text', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyText(), fc.jsonValue())), (list) => {
        const text = JSON.stringify(list)
        const read = readTags(text)
        const error = tagsError(JSON.parse(text))
        if (read.ok) expect([error, read.value]).toEqual([null, [...new Set(list)]])
        else expect(error).toBe(read.error.message)
      }),
    )
  })
})

it('isObject distinguishes objects from all other JSON values', () => {
  expect([{}, { a: 1 }].every(isObject)).toBe(true)
  expect([[], null, 'a', 1, true, undefined].some(isObject)).toBe(false)
})

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function expectPositionInside(text: string, { offset, line, column }: JsonError): void {
  expect(offset).toBeGreaterThanOrEqual(0)
  expect(offset).toBeLessThanOrEqual(text.length)
  const lines = text.slice(0, offset).split('\n')
  expect({ line, column }).toEqual({ line: lines.length, column: (lines.at(-1) ?? '').length + 1 })
}

function unicodeEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`
}
