import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memberTexts } from '../../../../contract/service/json/jsonMembers.ts'

describe('memberTexts', () => {
  it('memberTexts returns each value as spelled', () => {
    const text = ` { "id" : 9223372036854775807 ,"price":1.50,\n"\\u0061":{"b}":["]\\"",1e3]} , "n":null}`
    expect([...memberTexts(text)]).toEqual([
      ['id', '9223372036854775807'],
      ['price', '1.50'],
      ['a', '{"b}":["]\\"",1e3]}'],
      ['n', 'null'],
    ])
  })

  it('memberTexts returns the last value of a repeated name, like JSON.parse', () => {
    expect(memberTexts('{"a":1,"b":2,"a":3}').get('a')).toBe('3')
  })

  it.each(['[]', '[{"a":1}]', '"{}"', '1', '{}', ''])('memberTexts finds no members in %j', (text) => {
    expect(memberTexts(text).size).toBe(0)
  })

  it('memberTexts splits every object like JSON.parse', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))
    fc.assert(
      fc.property(object, fc.constantFrom(0, 1, 3), (value, indent) => {
        const texts = memberTexts(JSON.stringify(value, null, indent))
        const read = Object.fromEntries([...texts].map(([name, text]) => [name, JSON.parse(text) as unknown]))
        expect(read).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('memberTexts runs in linear time at any depth', () => {
    const deep = '['.repeat(500_000) + ']'.repeat(500_000)
    expect(memberTexts(`{"a":${deep}}`).get('a')).toBe(deep)
  })
})
