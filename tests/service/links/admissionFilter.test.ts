import { describe, expect, it } from 'vitest'
import { AdmissionFilter } from '../../../service/links/admissionFilter.ts'
import { createIdentityGenerator } from '../../../service/links/identity.ts'

describe('the admission filter', () => {
  const identify = createIdentityGenerator()
  const paths = (count: number) => Array.from({ length: count }, () => identify().path)
  const admitted = (filter: AdmissionFilter, texts: string[]) =>
    texts.filter((text) => filter.admits(text)).length

  it('the admission filter admits a path the second time, even after a thousand others', () => {
    const [filter, hot] = [new AdmissionFilter(), paths(1_000)]
    admitted(filter, hot)
    expect(admitted(filter, hot)).toBe(hot.length)
  })

  it('the admission filter rarely mistakes a new path for a known one', () => {
    expect(admitted(new AdmissionFilter(), paths(100_000))).toBeLessThan(3_000)
  })

  it('the admission filter forgets paths after more others than fit', () => {
    const [filter, cold] = [new AdmissionFilter(), paths(30_000)]
    admitted(filter, cold)
    expect(admitted(filter, cold)).toBeLessThan(1_000)
  })
})
