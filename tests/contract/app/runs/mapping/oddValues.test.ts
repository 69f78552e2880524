import { describe, expect, it } from 'vitest'
import { cellFixer } from '../../../../../contract/app/runs/mapping/cellFixer.ts'
import { compileRequest } from '../template/compileRequest.ts'
import type { RowField } from '../../../../../contract/app/runs/mapping/mapping.ts'
import { createMapping } from './mappings.ts'

/** Compiles a row whose columns have these names and uses. */
function compile(row: Record<string, string>, template = {}) {
  const names = Object.keys(row)
  const { request, errors, warnings } = compileRequest(
    names,
    createMapping(names, template),
    Object.values(row),
  )
  const marks = [...errors, ...warnings].map(({ column }) => column)
  return { request, marks, errors: errors.length }
}

const everyone = 'https://example.com/1'

describe('values of a table', () => {
  it('a run sends values without invisible characters, as the form does', () => {
    const tracking = { tracking_source: 'mail\u200b', tracking_campaign: 'sum\u200bmer' }
    const { request, marks } = compile({
      everyone: 'https://example.com/x\u200b',
      ...tracking,
      tags: 'tag\u200b, b\ufeff',
    })
    expect(request).toMatchObject({
      desktop_custom_redirect: { url: 'https://example.com/x' },
      tracking_source: 'mail',
      tracking_campaign: 'summer',
      tags: '["tag","b"]',
    })
    expect(marks).toEqual([])
  })

  it('a run treats a cell with only invisible characters as empty', () => {
    expect(compile({ everyone, title: '\u200b', tag: '\u2060 ' }).request).not.toHaveProperty('title')
    expect(compile({ everyone, title: '\u200b', tag: '\u2060 ' }).request).not.toHaveProperty('tags')
  })

  it('a run unwraps ="…" in texts and tags, but not in app data', () => {
    const { request } = compile({ everyone, title: '="00123"', tag: '="7"', 'data:id': '="0042"' })
    expect(request).toMatchObject({ title: '00123', tags: '["7"]', data: '{"id":"=\\"0042\\""}' })
  })

  it.each(['null', '\\N', '#N/A', '########', 'undefined'])('a run marks %s in every column', (word) => {
    const row = { title: word, tracking_source: word, tags: word, tag: word, 'data:id': word }
    expect(compile({ everyone, ...row }).marks.toSorted()).toEqual([1, 2, 4, 5])
    expect(compile({ title: 'A', everyone: word })).toMatchObject({ request: null, marks: [1] })
  })

  it.each(['1.23457E+15', '2,34568E+15', '12345678901234500'])(
    'a run marks the shortened number %s',
    (number) => {
      expect(compile({ everyone, 'data:id': number }).marks).toEqual([1])
      expect(compile({ everyone, tracking_campaign: number }).marks).toEqual([1])
    },
  )

  it.each(['data:id:number', 'data:id:text'])('a run sends a shortened number in %s as it is', (use) => {
    expect(compile({ everyone, [use]: '1.23457E+15' }).request?.data).toContain('1.23457E+15')
  })

  it.each(['null', 'N/A', '-'])('a run marks a template that uses %s', (word) => {
    const mapping = createMapping([''], { everyone: 'https://example.com/{{Name}}', title: 'Sale' })
    expect(compileRequest(['Name'], mapping, [word]).warnings).toEqual([
      { column: 0, text: `The template uses “${word}”, which usually means “no value”.` },
    ])
    const withTitle = createMapping([''], { title: 'Sale {{Name}}', everyone })
    expect(compileRequest(['Name'], withTitle, [word]).warnings).toHaveLength(1)
  })

  it.each([
    'https://example.com/?a=1&amp;b=2',
    'https://example.com/?a=1?b=2',
    'https://example.com/#top?utm_source=x',
    'https://eur02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.com%2Fsale&data=05',
    'https://www.google.com/url?sa=t&url=https%3A%2F%2Fexample.com%2Fsale&usg=AOv',
    'https://linkprotect.cudasvc.com/url?a=https%3A%2F%2Fexample.com%2Fsale&c=E',
  ])('a run warns about the address %s', (address) => {
    expect(compile({ everyone: address })).toMatchObject({ errors: 0, marks: [0] })
  })

  it.each(['summer%20sale', 'utm_campaign=x', 'x&utm_medium=cpc', 'news%2Bletter'])(
    'a run warns about the campaign %s',
    (campaign) => {
      expect(compile({ everyone, tracking_campaign: campaign })).toMatchObject({ errors: 0, marks: [1] })
    },
  )
})

describe('cellFixer', () => {
  it.each<[RowField, string, string]>([
    ['title', 'null', ''],
    ['title', ' Sale\u200b ', ' Sale\u200b '],
    ['title', 'Tom &amp; Jerry\u200b', 'Tom & Jerry'],
    ['tracking_source', 'utm_source=news', 'news'],
    ['tracking_campaign', 'summer%20sale', 'summer sale'],
    ['tags', 'null', ''],
    ['tags', 'red, null, caf%C3%A9', 'red, café'],
    ['everyone', 'N/A', ''],
    ['everyone', 'https://example.com/?a=1&amp;b=2', 'https://example.com/?a=1&amp;b=2'],
  ])('cellFixer turns the %s %j into %j', (field, cell, fixed) => {
    expect(cellFixer({ to: 'field', field })?.(cell)).toBe(fixed)
  })

  it('cellFixer never repairs app data', () => {
    expect(cellFixer({ to: 'field', field: 'data' })).toBeNull()
    expect(cellFixer({ to: 'data', path: 'id', type: 'text' })).toBeNull()
    expect(cellFixer({ to: 'tag' })?.('null')).toBe('')
  })
})
