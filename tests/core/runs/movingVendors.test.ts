import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService } from '../../service/testService.ts'
import type { TestService } from '../../service/testService.ts'
import { instantPause, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { uploadText } from '../harness/imports.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { readStoredRows } from '../harness/run.ts'
import { android, destination, formats, ios, writeTable } from '../library/imports/serviceExports.ts'
import type { Table } from '../library/imports/serviceExports.ts'
import { connectMovedDomain, movedHost, prepareMove, sendRun, visitMoved } from './movingIn.ts'

let folder: string
let app: App
let service: TestService
let target: ProfileTarget
beforeAll(async () => {
  folder = await temporaryFolder()
  service = await startTestService()
  app = await startApp(folder, {}, { pause: instantPause })
  target = await connectMovedDomain(app, service, service.origin)
})
afterAll(async () => {
  await app.core.close()
  await service.stop()
  await removeFolder(folder)
})

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1'
const androidPhone =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'

/** The domains in the exports that stand for the one that moves. */
const domains = /go\.example|x\.page\.link|s\.test|rb\.test|dub\.sh|(?<=Bitlink.*)bit\.ly/

/** Moves one link, and returns its address and where it leads on each platform. */
async function move(content: string, path: string) {
  const preview = await app.get('imports.preview', { id: await uploadText(app, content), ...target })
  const run = await prepareMove(app, target, content, movedHost)
  const { causes } = await app.get('runs.causes', { id: run.id })
  await sendRun(app, run.id)
  return {
    movable: preview.movable,
    links: readStoredRows(app, run.id).map(({ link }) => link),
    lost: causes.map(({ text }) => text).filter((text) => /lost|archived/.test(text)),
    leadsTo: [
      await visitMoved(service, path),
      await visitMoved(service, path, iPhone),
      await visitMoved(service, path, androidPhone),
    ],
  }
}

describe('files of other services', () => {
  it.each(Object.entries(formats))(
    'an export of %s keeps its path and leads where it led',
    async (name, { columns }) => {
      const path = name.replaceAll(/[^A-Za-z]/g, '')
      const table: Table = Object.entries(columns).map(([column, cell]) => [
        column,
        `${column} ${cell}`
          .replace(domains, movedHost)
          .slice(column.length + 1)
          .replace(/\babc\b/, path),
      ])
      const { movable, links, lost, leadsTo } = await move(writeTable(table), path)
      expect(movable).toBe(1)
      expect(links).toEqual([`https://${movedHost}/${path}`])
      expect(lost).toEqual(
        name === 'Sink' ? ['The addresses by country are lost: everyone gets the same.'] : [],
      )
      const cells = Object.values(columns)
      const expected = [
        destination,
        cells.includes(ios) ? ios : destination,
        cells.includes(android) ? android : destination,
      ]
      for (const [index, location] of leadsTo.entries())
        expect(location?.split('?')[0]).toBe(expected[index]?.split('?')[0])
    },
  )

  it.each([
    [
      'Sink',
      {
        version: '1.0',
        exportedAt: '2026-01-01',
        links: [
          {
            ...{
              id: '1',
              url: destination,
              slug: 'sink-json',
              comment: 'Note',
              title: 'Sale',
              apple: ios,
              google: android,
            },
            ...{
              geo: { DE: 'https://www.example.com/de' },
              expiration: 1_800_000_000,
              password: 'secret',
              cloaking: true,
            },
          },
        ],
      },
      'sink-json',
      ['password', 'end date', 'by country', 'Hiding'],
    ],
    [
      'Kutt',
      {
        ...{ limit: 10, skip: 0, total: 1 },
        data: [
          {
            ...{
              address: 'kutt-json',
              banned: false,
              target: destination,
              link: `https://${movedHost}/kutt-json`,
            },
            ...{ password: true, expire_in: '2027-01-01T00:00:00Z', visit_count: 3, description: 'Note' },
          },
        ],
      },
      'kutt-json',
      ['password', 'end date'],
    ],
    [
      'Dub',
      [
        {
          ...{
            id: 'l1',
            domain: movedHost,
            key: 'dub-json',
            url: destination,
            shortLink: `https://${movedHost}/dub-json`,
          },
          ...{
            archived: false,
            password: null,
            expiresAt: null,
            geo: null,
            testVariants: [{ url: destination, percentage: 50 }],
          },
        },
      ],
      'dub-json',
      ['test of several'],
    ],
    [
      'Shlink',
      {
        shortUrls: {
          data: [
            {
              ...{
                shortCode: 'shlink-json',
                shortUrl: `https://${movedHost}/shlink-json`,
                longUrl: destination,
                domain: movedHost,
              },
              ...{
                tags: ['a'],
                hasRedirectRules: true,
                meta: { validSince: null, validUntil: '2027-01-01', maxVisits: 10 },
              },
            },
          ],
        },
      },
      'shlink-json',
      ['by rules', 'end date', 'limit of visits'],
    ],
    [
      'Short.io',
      {
        links: [
          {
            ...{
              originalURL: destination,
              path: 'short-json',
              domain: movedHost,
              title: 'Sale',
              cloaking: false,
            },
            ...{
              password: '',
              expiresAt: 1_800_000_000_000,
              splitURL: destination,
              clicksLimit: 5,
              archived: false,
            },
          },
        ],
      },
      'short-json',
      ['end date', 'test of several', 'limit of visits'],
    ],
    [
      'Rebrandly',
      [
        {
          ...{
            id: 'r1',
            title: 'Sale',
            slashtag: 'rebrandly-json',
            destination,
            shortUrl: `${movedHost}/rebrandly-json`,
          },
          ...{ status: 'active', scripts: [{ id: 's' }], favourite: false },
        },
      ],
      'rebrandly-json',
      ['Pixels and scripts'],
    ],
  ])('what %s exports as JSON keeps its path, and says what it loses', async (_, content, path, reasons) => {
    const { links, lost, leadsTo } = await move(JSON.stringify(content), path)
    expect(links).toEqual([`https://${movedHost}/${path}`])
    expect(leadsTo[0]).toBe(destination)
    expect(lost).toHaveLength(reasons.length)
    for (const reason of reasons) expect(lost.join('\n')).toContain(reason)
  })
})
