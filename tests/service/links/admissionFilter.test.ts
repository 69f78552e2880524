import { describe, expect, it } from 'vitest'
import { AdmissionFilter } from '../../../service/links/admissionFilter.ts'
import { createIdentityGenerator } from '../../../service/random/identity.ts'

describe('the admission filter', () => {
  const identify = createIdentityGenerator()
  const paths = (count: number) => Array.from({ length: count }, () => identify().path)
  const findAdmitted = (filter: AdmissionFilter, texts: string[]) =>
    texts.filter((text) => filter.admits(text)).length

  it('the admission filter admits a path the second time, even after a thousand others', () => {
    const [filter, popularPaths] = [new AdmissionFilter(), paths(1_000)]
    findAdmitted(filter, popularPaths)
    expect(findAdmitted(filter, popularPaths)).toBe(popularPaths.length)
  })

  it('the admission filter rarely mistakes a new path for a known one', () => {
    expect(findAdmitted(new AdmissionFilter(), paths(100_000))).toBeLessThan(3_000)
  })

  it('the admission filter forgets paths after more others than fit', () => {
    const [filter, rarePaths] = [new AdmissionFilter(), paths(30_000)]
    findAdmitted(filter, rarePaths)
    expect(findAdmitted(filter, rarePaths)).toBeLessThan(1_000)
  })
})
