import { describe, expect, it } from 'vitest'
import {
  endsInsideQuotes,
  formatTagCell,
  parseTagCell,
  parseTags,
} from '../../../../contract/app/link/tagList.ts'

describe('parseTags', () => {
  it.each([
    ['a, b,c', ['a', 'b', 'c']],
    ['a\nb\r\nc', ['a', 'b', 'c']],
    ['a\tb;c', ['a', 'b', 'c']],
    [' spring sale ,, spring sale ', ['spring sale']],
    [' \n ', []],
    ['"red, blue", green', ['red, blue', 'green']],
    ['"red; blue"\t"say ""hello"""', ['red; blue', 'say "hello"']],
    ['"two\nlines"', ['two lines']],
    ['5" screen, 7" screen', ['5" screen', '7" screen']],
    ['"never closed, b', ['"never closed', 'b']],
    ['["red, blue", "green"]', ['red, blue', 'green']],
    ['[1, 2]', ['[1', '2]']],
  ])('parseTags reads %j', (text, tags) => {
    expect(parseTags(text)).toEqual(tags)
  })
})

describe('endsInsideQuotes', () => {
  it.each([
    ['', false],
    ['red', false],
    ['"red', true],
    ['green, "red', true],
    ['"red"', false],
    ['5" screen', false],
  ])('endsInsideQuotes detects whether a comma in %j is part of the tag', (text, expected) => {
    expect(endsInsideQuotes(text)).toBe(expected)
  })
})

describe('tags in a cell', () => {
  it.each([
    ['print|spring', ['print', 'spring']],
    ['A|B test, spring', ['A|B test', 'spring']],
    ['["A|B test"]', ['A|B test']],
    ['print', ['print']],
  ])('parseTagCell reads %j as an import and a bulk run do', (cell, tags) => {
    expect(parseTagCell(cell)).toEqual(tags)
  })

  it.each(['plain', 'a,b', 'a;b', 'a|b', '5" screen', 'two\nlines', ' outer ', '[]'])(
    'formatTagCell writes the tag %j so that it is read as one',
    (tag) => {
      expect(parseTagCell(formatTagCell([tag]))).toEqual([tag])
      expect(parseTagCell(formatTagCell([tag, 'other']))).toEqual([tag, 'other'])
    },
  )
})
