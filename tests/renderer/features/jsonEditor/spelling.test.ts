import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatJson } from '../../../../renderer/features/jsonEditor/formatJson.ts'
import { convertSpelling, isNumber } from '../../../../renderer/features/jsonEditor/spelling.ts'
import { findUnsafeNumbers } from '../../../../renderer/features/jsonEditor/unsafeNumbers.ts'

describe('isNumber', () => {
  it('isNumber agrees with the JSON parser', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[-+.eE0-9]{0,6}$/), (text) => {
        let parsed = true
        try {
          JSON.parse(text)
        } catch {
          parsed = false
        }
        expect(isNumber(text)).toBe(parsed)
      }),
    )
  })
})

describe('convertSpelling', () => {
  it.each([
    ['number', '12345678901234567890', 'string', '"12345678901234567890"'],
    ['string', '"1.50"', 'number', '1.50'],
    ['string', '" 12,5 "', 'number', '12,5'],
    ['string', '"true"', 'number', ''],
    ['string', '"1, \\"m\\": 2"', 'number', ''],
    ['string', '"Yes"', 'boolean', 'true'],
    ['string', '"a"', 'array', '["a"]'],
    ['string', '""', 'array', '[]'],
    ['number', '1.50', 'array', '[1.50]'],
    ['number', '"', 'array', '[]'],
    ['number', '1,2', 'array', '[]'],
    ['string', '"[1, 2]"', 'array', '[1, 2]'],
    ['array', '[1, {"a": 1.0}]', 'string', '"[1, {\\"a\\": 1.0}]"'],
    ['string', '"{\\"a\\": 1.0}"', 'object', '{"a": 1.0}'],
    ['object', '{"a": 1}', 'null', 'null'],
    ['null', 'null', 'string', '""'],
  ] as const)('%s %s converted to %s is %s', (from, spelling, to, expected) => {
    expect(convertSpelling(from, spelling, to)).toBe(expected)
  })
})

describe('formatJson', () => {
  it('formatJson changes only white space', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        expect(formatJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
      }),
    )
    expect(formatJson('{"id":12345678901234567890,"p":1.50,"s":"a , b","l":[ ]}')).toBe(
      '{\n  "id": 12345678901234567890,\n  "p": 1.50,\n  "s": "a , b",\n  "l": []\n}',
    )
  })

  it('formatJson keeps every value and is idempotent', () => {
    const values = [
      '1.50',
      '-0',
      '1e400',
      '9223372036854775807',
      '"\\ud83d\\/"',
      '"// /* {"',
      'null',
      '[ \n]',
      '{ }',
    ]
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...values), { minLength: 1 }),
        fc.constantFrom('', ' ', '\r\n', '\r', '\n\n\t'),
        (list, space) => {
          const text = `${space}{${list.map((value) => `${space}"a"${space}:${space}${value}`).join(`${space},`)}${space}}${space}`
          const spellings = list.map((value) => (value.startsWith('"') ? value : value.replace(/\s/g, '')))
          const formatted = `{\n${spellings.map((value) => `  "a": ${value}`).join(',\n')}\n}`
          expect(formatJson(text)).toBe(formatted)
          expect(formatJson(formatted)).toBe(formatted)
        },
      ),
    )
  })
})

describe('formatJson of other texts', () => {
  it.each([101, 3_000, 90_000])(
    'formatJson leaves data nested %i levels deep unchanged, because its white space would exhaust memory',
    (depth) => {
      const text = `${'['.repeat(depth)}${']'.repeat(depth)}`
      expect(formatJson(text)).toBe(text)
    },
  )

  it.each(['', 'x', '{"a":1,}', '<html>'])('formatJson leaves %j unchanged, which is not JSON', (text) => {
    expect(formatJson(text)).toBe(text)
  })

  it('formatJson formats JSON', () => {
    expect(formatJson('{"a":[1.50,{}]}')).toBe('{\n  "a": [\n    1.50,\n    {}\n  ]\n}')
  })
})

describe('findUnsafeNumbers', () => {
  it('findUnsafeNumbers finds integers outside strings that JavaScript would change', () => {
    const text =
      '{"a": 9007199254740993, "b": "9007199254740993", "c": 9007199254740992, "d": -12345678901234567890}'
    expect(findUnsafeNumbers(text).map(({ spelling, readAs }) => [spelling, readAs])).toEqual([
      ['9007199254740993', '9007199254740992'],
      ['-12345678901234567890', '-12345678901234567168'],
    ])
  })

  it('findUnsafeNumbers finds exactly the unsafe integers', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (number) => {
        const found = findUnsafeNumbers(`{"a": ${number}}`)
        expect(found.length === 0).toBe(BigInt(Number(number)) === number)
      }),
    )
  })
})
