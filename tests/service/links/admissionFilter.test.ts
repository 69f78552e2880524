import { describe, expect, it } from 'vitest'
import { AdmissionFilter } from '../../../service/links/admissionFilter.ts'
import { createIdentityMaker } from '../../../service/links/identity.ts'

describe('the doorkeeper', () => {
  const identify = createIdentityMaker()
  const paths = (count: number) => Array.from({ length: count }, () => identify().path)
  const admitted = (doorkeeper: AdmissionFilter, texts: string[]) =>
    texts.filter((text) => doorkeeper.admits(text)).length

  it('the doorkeeper lets everybody in who comes again, also when a thousand others came between', () => {
    const [doorkeeper, hot] = [new AdmissionFilter(), paths(1_000)]
    admitted(doorkeeper, hot)
    expect(admitted(doorkeeper, hot)).toBe(hot.length)
  })

  it('the doorkeeper takes hardly anybody for another, however many come', () => {
    expect(admitted(new AdmissionFilter(), paths(100_000))).toBeLessThan(3_000)
  })

  it('the doorkeeper forgets who comes again only after more than there is room for', () => {
    const [doorkeeper, cold] = [new AdmissionFilter(), paths(30_000)]
    admitted(doorkeeper, cold)
    expect(admitted(doorkeeper, cold)).toBeLessThan(1_000)
  })
})
