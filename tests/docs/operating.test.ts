import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { codeSpans, readDocument, tableRows, findSection } from './markdown.ts'

const text = readDocument('docs/operating.md')
const flagsIn = (command: string) => command.match(/--[a-z][\w-]*(?:=\d+)?/g) ?? []

describe("V8's flags", () => {
  const flags = flagsIn(manifest.scripts.service)

  it('are explained, each in a row', () => {
    const explained = tableRows(findSection(text, '### Flags of V8')).map(([flag = '']) => codeSpans(flag)[0])
    expect(explained).toEqual(flags)
  })

  it('are known to this V8', () => {
    const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8', maxBuffer: 4_000_000 })
    expect(flags.length).toBeGreaterThan(0)
    for (const flag of flags) {
      const name = flag.replace(/^--(?:no-)?/, '').replace(/=.*/, '')
      expect(known).toMatch(new RegExp(`^ +--${name} `, 'm'))
    }
  })
})
