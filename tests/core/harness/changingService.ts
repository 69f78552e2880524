import type { ServerResponse } from 'node:http'
import { json, startServer } from './server.ts'
import type { TestServer } from './server.ts'

type Fields = Record<string, unknown>

/** A service whose links someone else changes, and which may misbehave. */
export interface ChangingService extends TestServer {
  links: Map<string, Fields>
  /** Answer the next lookups instead of the service, in order, until none is left. */
  instead: ((response: ServerResponse) => void)[]
  /** Returns how often a path was looked up. */
  countLookups: (path: string) => number
}

/** Creates links like our own service, and returns each link in its current state. */
export async function startChangingService(): Promise<ChangingService> {
  const links = new Map<string, Fields>()
  const instead: ChangingService['instead'] = []
  let count = 0
  const create = (body: string): string => {
    const path = `p${++count}`
    const { data = '{}', tags = '[]', ...rest } = JSON.parse(body) as Record<string, string>
    links.set(path, {
      ...{ id: count, title: '', subtitle: '', path, access_path: `https://l.example/${path}` },
      ...{ updated_at: '2026-11-20T08:33:00.000Z', generated_from_platform: 'API', sdk_generated: true },
      ...{ active: true, tracking_campaign: null, tracking_source: null, tracking_medium: null },
      ...{ show_preview: false, image: null },
      ...{ ios_custom_redirect: {}, android_custom_redirect: {}, desktop_custom_redirect: {} },
      ...rest,
      data: JSON.parse(data) as unknown,
      tags: JSON.parse(tags) as unknown,
    })
    return `https://l.example/${path}`
  }
  const server = await startServer(({ method, url = '' }, response, body) => {
    if (method === 'POST') {
      json(response, 200, { link: create(body) })
      return
    }
    const other = instead.shift()
    if (other) {
      other(response)
      return
    }
    const link = links.get(url.split('/').at(-1) ?? '')
    if (link) json(response, 200, { link })
    else json(response, 404, { error: 'There is no such link.' })
  })
  return {
    ...server,
    links,
    instead,
    countLookups: (path) => server.requests.filter((request) => request.endsWith(`/link/${path}`)).length,
  }
}
