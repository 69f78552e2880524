import { expect, it } from 'vitest'
import { problem } from '../../../../contract/app/problems/problem.ts'
import { catalogue } from '../../../../contract/app/problems/problemCatalogue.ts'

it.each(Object.entries(catalogue))(
  '%s says what happened, why and what to do in whole sentences',
  (code, entry) => {
    expect(problem.safeParse({ code }).success).toBe(true)
    expect(entry.title).toMatch(/^[A-Z].*[^.!?]$/)
    for (const text of [entry.why, entry.advice]) expect(text).toMatch(/^[A-Z].*\.$/)
  },
)

it('every problem has a different text', () => {
  const titles = Object.values(catalogue).map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
})
