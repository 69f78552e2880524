import { describe, expect, it } from 'vitest'
import { findProgram } from '../../../../contract/service/redirect/programs.ts'
import { parseUserAgent } from '../../../../contract/service/redirect/visitor.ts'
import { browsers, programs } from './agents.ts'

describe('200 user agents labelled by hand', () => {
  it('there are at least 60 browsers and 200 agents, each once', () => {
    const all = [...browsers, ...Object.values(programs).flat()]
    expect(browsers.length).toBeGreaterThanOrEqual(60)
    expect(all.length).toBeGreaterThanOrEqual(200)
    expect(new Set(all).size).toBe(all.length)
  })

  it('findProgram calls no browser a program', () => {
    expect(browsers.filter((agent) => findProgram(agent) !== null)).toEqual([])
  })

  it.each(Object.entries(programs))('findProgram finds programs of the kind %s', (kind, agents) => {
    expect(agents.map((agent) => `${findProgram(agent)}: ${agent}`)).toEqual(
      agents.map((agent) => `${kind}: ${agent}`),
    )
  })

  it('only preview crawlers get a card', () => {
    const others = [
      ...browsers,
      ...Object.entries(programs).flatMap(([kind, agents]) => (kind === 'preview' ? [] : agents)),
    ]
    expect(others.filter((agent) => parseUserAgent(agent).crawler !== null)).toEqual([])
    expect(programs.preview.filter((agent) => parseUserAgent(agent).crawler === null)).toEqual([])
  })

  it('a missing agent is a program, and a long one is read only at its start', () => {
    expect(findProgram(undefined)).toBe('other')
    expect(findProgram(`${browsers[0]}${' '.repeat(2_000)}Googlebot/2.1`)).toBeNull()
  })
})
