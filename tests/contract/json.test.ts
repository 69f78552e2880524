import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isObject, readData, readJson, readTags, tagsError } from '../../contract/json.ts'
import type { Json, JsonError } from '../../contract/json.ts'
import { limits } from '../../contract/limits.ts'
import { anyText } from '../anyText.ts'

function errorFrom(read: { ok: true } | { ok: false; fault: JsonError }): JsonError {
  if (read.ok) throw new Error('was expected to be refused')
  return read.fault
}

const bytes = (text: string) => new TextEncoder().encode(text).length

describe('readJson', () => {
  it.each([
    ['', 1, 1, 'There is no JSON here.'],
    [' \n ', 2, 2, 'There is no JSON here.'],
    ['\ufeff{}', 1, 1, 'The text starts with a byte order mark (U+FEFF). Remove it.'],
    ['{"a":1,}', 1, 8, 'Did not expect } here: remove the comma before it.'],
    [
      '{\n  "a": 1\n  "b": 2\n}',
      3,
      3,
      'Did not expect a text here: a comma or colon may be missing before it.',
    ],
    ['{\r\n"a" 1}', 2, 5, 'Did not expect a number here: a comma or colon may be missing before it.'],
    ["{'a':1}", 1, 2, `Did not expect ' here: put texts in straight double quotes, "…".`],
    ['{“a”:1}', 1, 2, 'Did not expect “ here: put texts in straight double quotes, "…".'],
    ['{"a":„b“}', 1, 6, 'Did not expect „ here: put texts in straight double quotes, "…".'],
    ['{"a":tru}', 1, 6, 'Did not expect "tru" here.'],
    ['{"a":NaN}', 1, 6, 'Did not expect "N" here.'],
    ['{"a":01}', 1, 7, 'Did not expect a number here.'],
    ['{"a":"\\x"}', 1, 7, 'Did not expect "x" here.'],
    ['{"a":1\u00a0}', 1, 7, 'Did not expect U+00A0 here.'],
    ['// note\n{}', 1, 1, 'Did not expect "/" here.'],
    ['{"a":1}{}', 1, 8, 'Did not expect { here.'],
    ['{"a":"open', 1, 11, 'The JSON is incomplete: something isn’t closed.'],
    ['{"a":[1,2', 1, 10, 'The JSON is incomplete: something isn’t closed.'],
  ])('places the fault in %j', (text, line, column, message) => {
    expect(errorFrom(readJson(text))).toMatchObject({ line, column, message })
  })

  it.each(['\n', '\t', '\0', '\u001f', '\r'])('points at a raw %j inside a text', (char) => {
    const fault = errorFrom(readJson(`{\n"a": "b${char}"}`))
    expect(fault).toMatchObject({ line: 2, column: 8, offset: 9 })
    expect(fault.message).toContain('must be written as an escape')
  })

  it('is not misled by quotes and backslashes when it looks for a control character', () => {
    expect(errorFrom(readJson('{"a\\"\\\\": "\\u0000", "b": "\n"}'))).toMatchObject({ line: 1, column: 27 })
  })

  it('answers for brackets without end, thousands deep', () => {
    for (const text of ['['.repeat(100_000), '{"a":'.repeat(50_000), `[${'{"a":['.repeat(20_000)}`]) {
      const fault = errorFrom(readJson(text))
      expect(fault.offset).toBeGreaterThanOrEqual(0)
      expect(fault.message).not.toBe('')
    }
  })

  it('reads whatever JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) as Json })
      }),
    )
  })

  it('agrees with JSON.parse on broken text and always names a place inside it', () => {
    const broken = fc
      .tuple(
        fc.jsonValue(),
        fc.nat(),
        fc.nat(3),
        fc.constantFrom('', '"', '{', ']', ',', ':', '\\', '\n', '\u2028', '💥'),
      )
      .map(([value, at, cut, inserted]) => {
        const text = JSON.stringify(value, null, 1)
        const place = at % (text.length + 1)
        return text.slice(0, place) + inserted + text.slice(place + cut)
      })
    fc.assert(
      fc.property(broken, (text) => {
        const read = readJson(text)
        expect(read.ok).toBe(parses(text))
        if (!read.ok) expectPositionInside(text, read.fault)
      }),
      { numRuns: 500 },
    )
  })

  it('says that a text ended too early at its end, wherever it was cut', () => {
    const whole = JSON.stringify({ list: [1, 'two\n', { three: null }], yes: true, number: -1.5e3 })
    for (let length = 1; length < whole.length; length++) {
      const text = whole.slice(0, length)
      const fault = errorFrom(readJson(text))
      expectPositionInside(text, fault)
      if (/[[{,:"]$/.test(text)) expect(fault.offset).toBe(length)
    }
  })
})

describe('readData', () => {
  it('gives the object that the text holds', () => {
    expect(readData('{"screen":"promo","id":42}')).toEqual({ ok: true, value: { screen: 'promo', id: 42 } })
    expect(readData('  {}\n')).toEqual({ ok: true, value: {} })
  })

  it.each(['[]', '"text"', '1', 'true', 'null', '[{}]'])('refuses %s, which is no object', (text) => {
    expect(errorFrom(readData(text)).message).toBe('The app data must be a JSON object: { … }.')
  })

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
  ])('refuses the key that %s has twice, with its place', (text, key, line, column) => {
    const fault = errorFrom(readData(text))
    expect(fault).toMatchObject({ line, column })
    expect(fault.message).toBe(`The key ${JSON.stringify(key)} appears twice in the same object.`)
  })

  it('takes equal keys in different objects, and keys that only look alike', () => {
    expect(readData('{"a":{"a":[{"a":1},{"a":2}]},"A":1,"a ":2}').ok).toBe(true)
    expect(readData('{"é":1,"e\\u0301":2}').ok).toBe(true)
  })

  it('takes one key named __proto__ and counts colons and brackets in texts as text', () => {
    expect(readData('{"__proto__":{"a":1},"b":"}{][:,\\":"}').ok).toBe(true)
  })

  it.each([
    ['arrays', (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`],
    ['objects', (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`],
  ])('takes %s nested 32 levels deep and refuses the 33rd', (_, nested) => {
    expect(readData(nested(limits.dataDepth)).ok).toBe(true)
    const text = nested(limits.dataDepth + 1)
    const fault = errorFrom(readData(text))
    expect(fault.message).toBe('The app data is nested deeper than 32 levels.')
    expect('[{').toContain(text[fault.offset])
    expect(text.slice(0, fault.offset).match(/[[{]/g)).toHaveLength(limits.dataDepth)
  })

  it('counts the depth, not the number of brackets', () => {
    expect(readData(`{"a":[${'[{}],'.repeat(500)}0]}`).ok).toBe(true)
  })

  it.each(['x', 'é', '€', '💥', '\\u0041'])('takes 32 KiB of %s to the byte and not one more', (filling) => {
    const room = limits.dataBytes - bytes('{"a":""}')
    const count = Math.floor(room / bytes(filling))
    const full = `{"a":"${filling.repeat(count)}${'.'.repeat(room - count * bytes(filling))}"}`
    expect(bytes(full)).toBe(limits.dataBytes)
    expect(readData(full).ok).toBe(true)
    expect(errorFrom(readData(`${full} `)).message).toBe('The app data is larger than 32 KiB.')
  })

  it('refuses half of a surrogate pair at its place and keeps an escaped one', () => {
    expect(errorFrom(readData('{"a":"💥\ud83d"}'))).toMatchObject({ column: 9 })
    expect(readData('{"a":"\\ud83d","b":"\\u0000"}').ok).toBe(true)
  })

  it('takes every object that JSON.stringify writes within the limits', () => {
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

  it('finds a repeated key however it is spelled and however deep it lies', () => {
    const spelled = fc
      .tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }), fc.nat(8), fc.boolean())
      .filter(([key]) => key.isWellFormed())
    fc.assert(
      fc.property(spelled, ([key, depth, inArray]) => {
        const escaped = JSON.stringify(key).slice(1, -1)
        const fully = Array.from({ length: key.length }, (_, at) => unicodeEscape(key.charCodeAt(at))).join(
          '',
        )
        const twice = `{"${escaped}":1,"${fully}":2}`
        const [open, close] = inArray ? ['{"k":[', ']}'] : ['{"k":', '}']
        const text = open.repeat(depth) + twice + close.repeat(depth)
        const fault = errorFrom(readData(text))
        expect(fault.message).toContain('appears twice')
        expect(text.slice(fault.offset)).toMatch(/^"\\u/)
        expectPositionInside(text, fault)
      }),
    )
  })
})

describe('readTags', () => {
  it('keeps the order and drops exact repeats', () => {
    expect(readTags('["b","a","b","B","\\u0061"]')).toEqual({ ok: true, value: ['b', 'a', 'B'] })
    expect(readTags('[]')).toEqual({ ok: true, value: [] })
  })

  it.each([
    ['{"a":1}', 1, 'The tags must be a JSON array of texts: ["…", "…"].'],
    ['null', 1, 'The tags must be a JSON array of texts: ["…", "…"].'],
    ['["a", 1]', 7, 'Tag 2 is not a text.'],
    ['["a",[["b"],","],null]', 6, 'Tag 2 is not a text.'],
    ['["a,]\\"[", "", "c"]', 12, 'Tag 2 is empty.'],
    ['["a","\\u0000"]', 6, 'Tag 2 contains a character that cannot be stored.'],
    ['[ "\\ud83d"]', 3, 'Tag 1 contains a character that cannot be stored.'],
    ['["a",', 6, 'The JSON is incomplete: something isn’t closed.'],
  ])('refuses %s at its place', (text, column, message) => {
    expect(errorFrom(readTags(text))).toMatchObject({ line: 1, column, message })
  })

  it('gives the line of a fault in a list that was written over several lines', () => {
    expect(errorFrom(readTags('[\n  "a",\n  {"b": [1, 2]}\n]'))).toMatchObject({ line: 3, column: 3 })
  })

  it('counts the length of a tag in code points and takes 100 of 100', () => {
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

  it('says the same of a list as of its text', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyText(), fc.jsonValue())), (list) => {
        const text = JSON.stringify(list)
        const read = readTags(text)
        const fault = tagsError(JSON.parse(text))
        if (read.ok) expect([fault, read.value]).toEqual([null, [...new Set(list)]])
        else expect(fault).toBe(read.fault.message)
      }),
    )
  })
})

it('tells objects from everything else that JSON knows', () => {
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
