import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parsePackageLicences } from '../../../../../renderer/screens/settings/licences/licence.ts'

const builtFile = join(import.meta.dirname, '../../../../../dist/renderer/licenses.md')
const list = [
  '# Licenses',
  '',
  'The app bundles dependencies which contain the following licenses:',
  '',
  '## @scope/one - 1.2.3-rc.1 (MIT)',
  '',
  'Permission is',
  '',
  '## Terms',
  '',
  'hereby granted.',
  '',
  '## two - 4.0.0 ((MIT OR Apache-2.0))',
  '',
  '## three - 0.1.0',
  '',
  'Do as you like.',
]

test.each(['\n', '\r\n'])('each package has its name, version, licence and text', (ending) => {
  expect(parsePackageLicences(list.join(ending))).toEqual([
    {
      name: '@scope/one',
      details: '1.2.3-rc.1 · MIT',
      text: 'Permission is\n\n## Terms\n\nhereby granted.',
    },
    { name: 'two', details: '4.0.0 · (MIT OR Apache-2.0)', text: '' },
    { name: 'three', details: '0.1.0', text: 'Do as you like.' },
  ])
})

test('every package of the built list is parsed', () => {
  const markdown = readFileSync(builtFile, 'utf8')
  const licences = parsePackageLicences(markdown)
  expect(licences.map(({ name }) => name)).toContain('react')
  const headings = markdown.split('\n').filter((line) => /^## \S+ - \d/.test(line))
  expect(licences).toHaveLength(headings.length)
})
