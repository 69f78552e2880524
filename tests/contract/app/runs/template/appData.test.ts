import { describe, expect, it } from 'vitest'
import { compileRequest } from './compileRequest.ts'
import type { Mapping } from '../../../../../contract/app/runs/mapping/mapping.ts'
import { createMapping } from '../mapping/mappings.ts'

function data(columns: readonly string[], cells: readonly string[], template: Mapping['template'] = {}) {
  const { request, errors } = compileRequest(columns, createMapping(columns, template), cells)
  return request ? request.data : errors
}

describe('keys of the app data', () => {
  it('app data keys have types and keep number spellings', () => {
    const columns = [
      'data:product.id:number',
      'data:product.price:number',
      'data:sku',
      'data:sale:yesNo',
      'data:more:json',
    ]
    expect(data(columns, ['9223372036854775807', ' 1.50 ', '007', 'ja', ' {"a": [1, 2]} '])).toBe(
      '{"product":{"id":9223372036854775807,"price":1.50},"sku":"007","sale":true,"more":{"a": [1, 2]}}',
    )
  })

  it('app data keys are omitted for empty cells', () => {
    expect(data(['data:a.b', 'data:c'], ['', 'x'])).toBe('{"c":"x"}')
    expect(data(['data:a.b'], [' '])).toBeUndefined()
  })

  it.each([
    ['number', '1,5', 'Must be a number, such as 12 or 1.5.'],
    ['number', '007', 'Must be a number, such as 12 or 1.5.'],
    ['yesNo', 'perhaps', 'Must be yes or no.'],
    ['text', '\ud800', 'Contains an invisible or damaged character. Delete it, or type the text again.'],
  ])('app data keys of type %s reject %j', (type, cell, text) => {
    expect(data(['', `data:a:${type}`], ['', cell])).toEqual([{ column: 1, text }])
  })

  it('app data keys with invalid JSON report its position', () => {
    expect(data(['data:a:json'], ['{"a" 1}'])).toMatchObject([{ column: 0 }])
  })

  it('app data keys are merged into existing app data, which keeps its spelling', () => {
    const template = {
      data: '{ "id": 12345678901234567890, "product": {"price": 1.50, "id": 1}, "x": "{{Name}}" }',
    }
    expect(data(['data:product.id:number', 'Name'], ['7', 'a "b"'], template)).toBe(
      '{"id":12345678901234567890,"product":{"price":1.50,"id":7},"x":"a \\"b\\""}',
    )
  })

  it.each([
    [['data:a', 'data:a.b'], ['1', '2'], 1],
    [['data:a.b', 'data:a'], ['1', '2'], 1],
    [['data:a', 'data:a'], ['1', '2'], 1],
    [['data', 'data:a:number'], ['{"a":1}', '2'], 1],
    [['data:a:json', 'data:a.b:number'], ['{"b":1}', '2'], 1],
    [['data:a..b'], ['1'], 0],
    [['data', 'data:b'], ['{"a":1', '2'], 1],
  ])('app data keys conflict in %j', (columns, cells, column) => {
    const errors = data(columns, cells)
    expect(errors).toContainEqual({ column, text: expect.any(String) as string })
  })

  it("app data keys don't conflict with equal values or a template's values", () => {
    expect(data(['data', 'data:a:number'], ['{"a":1}', '1'])).toBe('{"a":1}')
    expect(data(['data:a.b:number'], ['2'], { data: '{"a":{"b":1}}' })).toBe('{"a":{"b":2}}')
    expect(data(['data:a:number'], ['2'], { data: '{"a":{"b":1}}' })).toMatchObject([{ column: 0 }])
  })

  it('app data keys may have names such as toString', () => {
    expect(data(['data:__proto__.constructor'], ['x'])).toBe('{"__proto__":{"constructor":"x"}}')
  })

  it('app data keys obey the depth limit', () => {
    const path = Array.from({ length: 100 }, () => 'a').join('.')
    expect(data([`data:${path}`], ['x'])).toMatchObject([{ column: 0 }])
  })
})

describe('placeholders in app data', () => {
  it('app data placeholders are text inside a string and JSON values elsewhere', () => {
    const template = { data: '{"a":"x {{T}} \\" {{T}}","n":{{N}}}' }
    expect(data(['T', 'N'], ['q"\\\n', '9223372036854775807'], template)).toBe(
      '{"a":"x q\\"\\\\\\n \\" q\\"\\\\\\n","n":9223372036854775807}',
    )
  })

  it("app data placeholders can't insert more than one value", () => {
    for (const cell of ['1,"b":2', 'abc', '']) {
      expect(data(['N'], [cell], { data: '{"n":{{N}}}' })).toEqual([
        { column: 0, text: expect.stringContaining('put quotes around the placeholder') as string },
      ])
    }
  })
})
