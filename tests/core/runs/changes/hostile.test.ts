import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { forwardRequest } from '../../harness/flakyProxy.ts'
import { connectProfile, createInput } from '../../harness/profile.ts'
import { json, startServer } from '../../harness/server.ts'
import { waitForRunState } from '../../harness/run.ts'
import { idsOf, startChangeBench } from './harness.ts'
import type { ChangeBench } from './harness.ts'

let bench: ChangeBench
beforeEach(async () => {
  bench = await startChangeBench()
})
afterEach(() => bench.stop())

/** Answers a request itself, and returns whether it did. */
type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => boolean

/** A profile whose requests reach the real service unless the test answers them. */
async function connectBehindGateway(answer: Answer) {
  const gateway = await startServer((request, response, body) => {
    if (!answer(request, response, body))
      void forwardRequest(bench.service.origin, { request, response, body })
  })
  onTestFinished(() => gateway.stop())
  return await connectProfile(bench.app, gateway.origin, bench.service.key)
}
const rejectMany: Answer = (request, response) => {
  const isForMany = request.url?.includes('/links/') === true
  if (isForMany) json(response, 404, { message: 'No such route.' })
  return isForMany
}
describe('two windows', () => {
  const change = { address: 'https://example.com/new' }

  it('two windows that prepare the same run get one run with each link once', async () => {
    const links = await bench.createLinks(5)
    const input = {
      id: randomUUID(),
      ...bench.target,
      source: { kind: 'same' as const, which: { ids: idsOf(links) }, change },
    }
    const runs = await Promise.all([1, 2].map(() => bench.app.get('runs.prepare', input)))
    expect(runs.map(({ counts }) => counts.ready)).toEqual([5, 5])
    expect(await bench.rows(input.id)).toHaveLength(5)
  })

  it('two windows that start the same run change each link once', async () => {
    const links = await bench.createLinks(5)
    const id = await bench.prepare({ kind: 'same', which: { ids: idsOf(links) }, change })
    const results = await Promise.all(
      [1, 2].map(() => bench.app.call('runs.move', { event: 'start', id, count: 5 })),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    await waitForRunState(bench.app, id, 'done')
    for (const link of links) expect(await bench.history(link)).toHaveLength(1)
  })

  it('a second dry run of a run ends the first, which waits for a lookup, and its columns are kept', async () => {
    let isHeld = false
    const heldResponses: ServerResponse[] = []
    const target = await connectBehindGateway((request, response, body) => {
      const isLookup = isHeld && request.method === 'GET' && request.url?.includes('/link/') === true
      if (isLookup) heldResponses.push(response)
      return isLookup || rejectMany(request, response, body)
    })
    const link = await bench.app.get('links.create', createInput(target))
    const [wrong, right] = ['https://example.com/wrong', 'https://example.com/right']
    const table = {
      kind: 'pasted' as const,
      text: `link,old address,address\n${link.link},${wrong},${right}`,
    }
    const id = randomUUID()
    await bench.app.get('runs.prepare', { id, ...target, source: { kind: 'table', table } })
    isHeld = true
    const first = bench.app.get('runs.plan', { id, columns: { link: 0, address: 1 } })
    await expect.poll(() => heldResponses.length, { timeout: 20_000 }).toBe(1)
    expect(await bench.app.get('jobs.list', {})).toMatchObject([{ kind: 'planChanges', run: id }])
    isHeld = false
    const second = bench.app.get('runs.plan', { id, columns: { link: 0, address: 2 } })
    expect(await second).toMatchObject({ checked: true, counts: { ready: 1 } })
    expect(await first).toMatchObject({ checked: false })
    expect(await bench.rows(id)).toMatchObject([
      { fields: { desktop_custom_redirect: { to: { url: right } } } },
    ])
  })
})

describe('a link whose lookup', () => {
  const unreadable = 'The service’s response couldn’t be understood.'
  const endless = (response: ServerResponse) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    const more = () => {
      while (!response.destroyed && response.write(' '.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  }
  it.each<[string, (response: ServerResponse) => void, string]>([
    ['has malformed JSON', (response) => response.end('{"link":'), 'This isn’t a link service.'],
    [
      'has no ETag',
      (response) => json(response, 200, { link: { path: 'a', updated_at: '2020-01-01T00:00:00Z' } }),
      `${unreadable} The response has no ETag, or a proxy has weakened it.`,
    ],
    ['has no link', (response) => json(response, 200, { other: 1 }), unreadable],
    ['never ends', endless, 'The response was far too large.'],
    ['is truncated', (response) => response.destroy(), 'The connection was lost'],
    ['is refused', (response) => json(response, 400, { error: 'No.' }), 'The service rejected the link.'],
  ])(
    'a lookup that %s is reported at its row, and the others are planned',
    async (_, answerBadly, reason) => {
      let bad: string | null = null
      const target = await connectBehindGateway((request, response, body) => {
        if (rejectMany(request, response, body)) return true
        if (bad === null || request.method !== 'GET' || !request.url?.includes(`/link/${bad}`)) return false
        answerBadly(response)
        return true
      })
      const links = []
      for (const title of ['First', 'Second', 'Third'])
        links.push(await bench.app.get('links.create', createInput(target, { title })))
      bad = links[1]?.path ?? null
      const id = randomUUID()
      const change = { patch: { title: 'New' } }
      const source = { kind: 'same' as const, which: { ids: idsOf(links) }, change }
      expect(await bench.app.get('runs.prepare', { id, ...target, source })).toMatchObject({
        checked: true,
        counts: { ready: 2, faulty: 1 },
      })
      const [row] = await bench.rows(id, 'faulty')
      expect(row).toMatchObject({ number: 2, errors: [{ text: expect.stringContaining(reason) as string }] })
      expect(await bench.send(id)).toMatchObject({ state: 'done', counts: { created: 2, faulty: 1 } })
    },
  )

  it('the dry run ends if every lookup fails, and can be repeated', async () => {
    let isDown = false
    const target = await connectBehindGateway((request, response, body) => {
      if (isDown && rejectMany(request, response, body)) return true
      if (!isDown) return false
      response.destroy()
      return true
    })
    const links = [await bench.app.get('links.create', createInput(target))]
    isDown = true
    const id = randomUUID()
    const source = {
      kind: 'same' as const,
      which: { ids: idsOf(links) },
      change: { patch: { title: 'New' } },
    }
    const failedRun = { checked: false, problem: { code: 'connection_lost' } }
    expect(await bench.app.get('runs.prepare', { id, ...target, source })).toMatchObject(failedRun)
    expect((await bench.app.get('runs.list', { kind: 'change' })).runs).toMatchObject([failedRun])
    isDown = false
    expect(await bench.app.get('runs.plan', { id })).toMatchObject({
      checked: true,
      problem: null,
      counts: { ready: 1 },
    })
  })
})
