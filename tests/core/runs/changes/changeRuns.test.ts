import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { byState, idsOf, nth, startChangeBench } from './harness.ts'
import type { ChangeBench } from './harness.ts'

let bench: ChangeBench
beforeEach(async () => {
  bench = await startChangeBench()
})
afterEach(() => bench.stop())

const moved = 'https://example.com/new'
const leadsTo = async (record: Parameters<ChangeBench['stored']>[0]) =>
  (await bench.stored(record))['desktop_custom_redirect']

describe('a run that changes links', () => {
  it('shows per row what changes, and changes nothing before it is started', async () => {
    const links = await bench.createLinks(3)
    await bench.changeElsewhere(nth(links, 2), { desktop_custom_redirect: { url: moved } })
    const run = await bench.prepare({
      kind: 'same',
      which: { ids: idsOf(links) },
      change: { address: moved },
    })
    const rows = await bench.rows(run)
    expect(byState(rows)).toEqual(['1 ready', '2 existing', '3 ready'])
    expect(rows[0]).toMatchObject({
      linkId: links[0]?.id,
      link: links[0]?.link,
      fields: {
        desktop_custom_redirect: { from: { url: 'https://example.com/old/1' }, to: { url: moved } },
      },
    })
    expect(bench.proxy.changes).toEqual([])
    expect(await bench.history(nth(links, 1))).toEqual([])
  })

  it('changes each link once, and the library follows', async () => {
    const links = await bench.createLinks(40)
    const run = await bench.prepare({
      kind: 'same',
      which: { ids: idsOf(links) },
      change: { address: moved },
    })
    expect(await bench.send(run)).toMatchObject({
      state: 'done',
      problem: null,
      counts: { created: 40, failed: 0, unknown: 0 },
    })
    for (const link of links) {
      expect(await leadsTo(link)).toMatchObject({ url: moved })
      expect(await bench.history(link)).toHaveLength(1)
    }
    const { rows } = await bench.app.get('library.search', { view: {}, limit: 200 })
    expect(new Set(rows.map(({ destination }) => destination))).toEqual(new Set([moved]))
    const after = await bench.app.get('links.get', { id: nth(links, 1).id })
    expect(after).toMatchObject({ differences: [], request: { desktop_custom_redirect: { url: moved } } })
  })
})
