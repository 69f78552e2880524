import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { codeSpans, readDocument, tableRows, findSection } from './markdown.ts'

const text = readDocument('docs/operating/settings.md')
const findFlags = (command: string) => command.match(/--[a-z][\w-]*(?:=\d+)?/g) ?? []

describe('docs/operating/settings.md', () => {
  const flags = findFlags(manifest.scripts.service)

  it('docs/operating/settings.md explains each flag of `npm run service` in a table row', () => {
    const documentedFlags = tableRows(findSection(text, '## Flags of Node')).map(
      ([flag = '']) => codeSpans(flag)[0],
    )
    expect(documentedFlags).toEqual(flags)
  })

  it('docs/operating/settings.md lists only flags that this version of Node knows', () => {
    const list = (option: string) =>
      execFileSync(process.execPath, [option], { encoding: 'utf8', maxBuffer: 4_000_000 })
    const helpText = list('--v8-options') + list('--help')
    expect(flags.length).toBeGreaterThan(0)
    for (const flag of flags) {
      const name = flag.replace(/^--(?:no-)?/, '').replace(/=.*/, '')
      expect(helpText).toMatch(new RegExp(`^ +--${name}\\b`, 'm'))
    }
  })
})
