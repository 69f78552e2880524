import { expect, test } from 'vitest'
import { trackingRules } from '../../../../contract/service/rules/trackingRules.ts'
import {
  splitLines,
  readRulesForm,
  toRulesForm,
} from '../../../../renderer/screens/profiles/rules/ruleForm.ts'

test('values with separators and quotes, which a shared file may have, survive the form', () => {
  const values = ['paper, printed', 'radio; local', '5" disc', '"quoted"', 'plain']
  const rules = trackingRules.parse({
    source: { values, forbidden: values },
    medium: { dependent: { on: 'source', lists: [{ value: 'plain', values }] } },
    campaign: { builtName: { template: '{year}-{kind}', lists: { kind: values } } },
  })
  expect(readRulesForm(toRulesForm(rules))).toMatchObject({ rules })
})

test('a list may be pasted from a column, or typed with commas and quotes', () => {
  expect(splitLines('a, b;c\td\r\n e ,,"f, g"\n5" disc')).toEqual([
    'a',
    'b',
    'c',
    'd',
    'e',
    'f, g',
    '5" disc',
  ])
})

test('a value pasted with invisible characters is the value that links have', () => {
  expect(splitLines('mail\u200b\n\ufeffnews\n👩\u200d💻')).toEqual(['mail', 'news', '👩\u200d💻'])
})
