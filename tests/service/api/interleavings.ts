import { expect } from 'vitest'
import { changeResponse, historyResponse } from '../../../contract/service/link/linkChanges.ts'
import type { TestService } from '../testService.ts'

/**
 * Two people look up and change one link in a random order, partly at the same time. Each author must have seen the state
 * before their acknowledged change, so that no change is overwritten silently.
 */
export async function runInterleavings({ ask, create }: TestService, rounds: number): Promise<void> {
  const path = await create({ title: 'start' })
  const acknowledged: string[] = []
  let conflicts = 0

  const read = async () => {
    const response = await ask(`/link/${path}`)
    const { link } = (await response.json()) as { link: { title: string } }
    return { tag: response.headers.get('etag') ?? '', title: link.title }
  }
  /** The title says which state its author had seen. */
  async function write(user: string, round: number, state: Awaited<ReturnType<typeof read>>) {
    const [before = ''] = state.title.split(' after ')
    const title = `${user}${round} after ${before}`
    const response = await ask(`/link/${path}`, {
      method: 'PATCH',
      headers: { 'If-Match': state.tag },
      body: JSON.stringify({ title }),
    })
    if (response.status === 200) {
      expect(changeResponse.parse(await response.json()).link.title).toBe(title)
      acknowledged.push(title)
    } else {
      expect(response.status).toBe(412)
      conflicts++
    }
  }
  for (let round = 0; round < rounds; round++) {
    const [anna, ben] = [await read(), await read()]
    if (Math.random() < 0.5) await Promise.all([write('anna', round, anna), write('ben', round, ben)])
    else if (Math.random() < 0.5) {
      await write('anna', round, anna)
      await write('ben', round, ben)
    } else {
      await write('ben', round, ben)
      await write('anna', round, await read())
    }
  }
  const titles: { from: unknown; to: unknown }[] = []
  for (let next: string | null = ''; next !== null;) {
    const page = await ask(`/link/${path}/history?limit=200${next && `&before=${next}`}`)
    const parsed = historyResponse.parse(await page.json())
    titles.push(...parsed.history.flatMap(({ fields }) => fields['title'] ?? []))
    next = parsed.next
  }
  titles.reverse()
  expect(titles.map(({ to }) => to).toSorted()).toEqual(acknowledged.toSorted())
  let before = 'start'
  for (const { from, to } of titles) {
    expect(String(from).split(' after ')[0]).toBe(before)
    expect(String(to).split(' after ')[1]).toBe(before)
    before = String(to).split(' after ')[0] ?? ''
  }
  expect(conflicts).toBeGreaterThan(0)
}
